"""A shop whose card is always declined: Django logs each unhandled error, and its span records it."""

import sys

from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.urls import path

# This module is the settings too.
ALLOWED_HOSTS = ["*"]
DEBUG = False
ROOT_URLCONF = "app"
SECRET_KEY = "not secret"


class CardDeclined(Exception):
    pass


def charge(amount):
    raise CardDeclined("no money")


def pay(request):
    charge(3)
    return HttpResponse("ok")


urlpatterns = [path("pay", pay)]

if __name__ == "__main__":
    execute_from_command_line(["app.py", "runserver", "--noreload", f"127.0.0.1:{sys.argv[1]}"])
