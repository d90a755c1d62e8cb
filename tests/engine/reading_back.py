"""Results written as JSON and read again."""

import json

from engine import result_from_json, snapshot_to_json


def assert_reads_back(found):
    """Check that the details of a result survive a file, and return its JSON."""
    value = json.loads(json.dumps(snapshot_to_json(found), allow_nan=False))
    again = result_from_json(value)
    assert again.damaged == ()
    assert snapshot_to_json(again.snapshot)["detail"] == value["detail"]
    return value
