"""What a server calls: the pages, as one ASGI application."""

from __future__ import annotations

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dragoman.settings")

# Pages' own files are handed over as plain iterators and read whole, in a thread; they are few and small.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

application = get_asgi_application()
