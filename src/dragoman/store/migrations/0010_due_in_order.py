"""The clock asks for the tables that are due, the first ones first: where ten thousand are, none need be sorted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0009_incoming_at"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="table",
            name="store_table_due",
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                fields=["due", "name"], name="store_table_due_name", condition=models.Q(due__isnull=False)
            ),
        ),
    ]
