"""Takes an order and logs it at four severities, the last with an exception. --json writes lines with python-json-logger."""

import logging
import sys

from opentelemetry import trace
from pythonjsonlogger.json import JsonFormatter

if "--json" in sys.argv:
    handler = logging.StreamHandler(sys.stdout)
    names = ["asctime", "levelname", "name", "message", "otelTraceID", "otelSpanID"]
    handler.setFormatter(JsonFormatter(" ".join(f"%({name})s" for name in names)))
    logging.basicConfig(handlers=[handler], force=True)

logger = logging.getLogger("orders")
logger.setLevel(logging.DEBUG)


class CardDeclined(Exception):
    pass


def charge(cents):
    raise CardDeclined("no money")


with trace.get_tracer("orders").start_as_current_span("take order"):
    logger.debug("price list read", extra={"items": 3})
    logger.info("order taken", extra={"order": "order-1", "enduser.id": "ada"})
    logger.warning("stock is low")
    try:
        charge(995)
    except CardDeclined:
        logger.exception("payment failed")
