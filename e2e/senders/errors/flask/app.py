"""A shop whose card is always declined: each unhandled error is logged by Flask and recorded on the request's span."""

import sys

from flask import Flask

app = Flask(__name__)


class CardDeclined(Exception):
    pass


def charge(amount):
    raise CardDeclined("no money")


@app.route("/pay")
def pay():
    charge(3)
    return "ok"


if __name__ == "__main__":
    app.run(port=int(sys.argv[1]))
