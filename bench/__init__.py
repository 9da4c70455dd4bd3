"""Measurements: how fast the adjudicator's kernel is, beside a peer, on recorded phases."""
