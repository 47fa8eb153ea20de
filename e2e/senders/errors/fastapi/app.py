"""A shop whose card is always declined: the span of the request records each unhandled error."""

import sys

import uvicorn
from fastapi import FastAPI

app = FastAPI()


class CardDeclined(Exception):
    pass


def charge(amount):
    raise CardDeclined("no money")


@app.get("/pay")
def pay():
    charge(3)
    return "ok"


if __name__ == "__main__":
    uvicorn.run(app, port=int(sys.argv[1]))
