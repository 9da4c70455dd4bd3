"""How much of what may be done so often has been done."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0007_snapshot"),
    ]

    operations = [
        migrations.CreateModel(
            name="Spent",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("until", models.FloatField(db_index=True)),
            ],
        ),
    ]
