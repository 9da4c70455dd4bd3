"""How a table's chain is sealed, and the seal that a notice bears: older tables keep the older way of sealing."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0005_hidden"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="form",
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="outgoing",
            name="seal",
            field=models.BinaryField(max_length=32, null=True),
        ),
    ]
