"""How many letters one sender wrote in the last hour is asked of each, however many others wrote."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0010_due_in_order"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="incoming",
            index=models.Index(fields=["sender", "received_at"], name="store_incoming_of"),
        ),
    ]
