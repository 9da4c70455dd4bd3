"""How many letters came in the last hour is asked of each letter, however many are kept."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0008_spent"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="incoming",
            index=models.Index(fields=["received_at"], name="store_incoming_at"),
        ),
    ]
