"""The folds of long games, kept to save time."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0006_seals"),
    ]

    operations = [
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="snapshot",
                        serialize=False,
                        to="store.table",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("seal", models.BinaryField(max_length=32)),
                ("code", models.CharField(max_length=64)),
                ("data", models.BinaryField()),
            ],
        ),
    ]
