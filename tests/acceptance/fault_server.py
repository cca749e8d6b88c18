"""`garner serve` for the fault tests: the API and its workers."""

import socket

import httpx
from tests.acceptance.fault_processes import Garner, GarnerProcess, wait_until


class Served:
    def __init__(self, process: GarnerProcess, port: int) -> None:
        self.process = process
        self.address = f"http://127.0.0.1:{port}"

    def answers(self) -> bool:
        assert self.process.is_running(), self.process.log.read_text()
        try:
            return httpx.get(f"{self.address}/ready", verify=False).status_code == 200
        except httpx.TransportError:
            return False

    def await_worker(self) -> None:
        """Wait for a worker. The server answers earlier: stopping the database then would hit a starting worker."""
        wait_until(self._has_worker, what="a worker")

    def _has_worker(self) -> bool:
        return any(event["what"] == "worker" for event in self.process.events("started"))


def serve(processes: Garner, port: int = 0, **settings: str) -> Served:
    if not port:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
    served = Served(processes.start("serve", GARNER_PORT=str(port), **settings), port)
    wait_until(served.answers, what="the server")
    return served
