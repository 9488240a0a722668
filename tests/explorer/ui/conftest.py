"""A client of the app's own routes."""

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from explorer.ui.server.routes import routes


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """One event loop for all requests of a module, closed at the end."""
    with TestClient(Starlette(routes=routes()), follow_redirects=False) as made:
        yield made
