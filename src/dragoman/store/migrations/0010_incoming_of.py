"""How many letters one sender wrote in the last hour is asked of each, however many others wrote."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0009_incoming_at"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="incoming",
            index=models.Index(fields=["sender", "received_at"], name="store_incoming_of"),
        ),
    ]
