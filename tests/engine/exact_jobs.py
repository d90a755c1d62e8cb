"""Exact jobs computed in this thread."""

from functools import reduce

import numpy as np


def numbers(job):
    """Return the estimates of all chunks of a job."""
    return job.estimates(reduce(np.add, [job.compute(chunk) for chunk in range(job.chunks)]))
