"""The rules of Concordia as data, and a reference interpreter for them.

>>> import concordia_ref
>>> spec = concordia_ref.load()
>>> spec.goods["wine"].price
6
"""

from concordia_ref.spec.loading import load

__version__ = "0.1.0"
__all__ = ["__version__", "load"]
