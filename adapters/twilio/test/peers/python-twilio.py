# Does with Debian's python3-twilio what each line of JSON tells, as `Order` in program.ts has it, and answers with a
# line. The code that the README has for Python is the only argument.
import json
import os
import sys
from datetime import datetime

from twilio.base.exceptions import TwilioException
from twilio.request_validator import RequestValidator
from twilio.twiml.messaging_response import MessagingResponse


def client_of(order):
    os.environ.update(
        {"SMS_URL": order["url"], "TWILIO_ACCOUNT_SID": order["account"], "TWILIO_AUTH_TOKEN": order["key"]}
    )
    names = {}
    exec(sys.argv[1], names)
    return names["client"]


def shown(message):
    return {
        "sid": message.sid,
        "status": message.status,
        "body": message.body,
        "segments": message.num_segments,
    }


def send(messages, order):
    more = {}
    if "sendAt" in order:
        at = datetime.strptime(order["sendAt"], "%Y-%m-%dT%H:%M:%S.%fZ")
        more = {"schedule_type": "fixed", "send_at": at}
    if "statusCallback" in order:
        more["status_callback"] = order["statusCallback"]
    return shown(messages.create(to=order["to"], from_=order["from"], body=order["body"], **more))


def check(messages, order):
    signed = order["signed"]
    validator = RequestValidator(signed["key"])
    return {"isGenuine": validator.validate(signed["url"], signed["fields"], signed["signature"])}


def answer(messages, order):
    response = MessagingResponse()
    response.message(order["body"])
    return {"twiml": str(response)}


CALLS = {
    "send": send,
    "read": lambda messages, order: shown(messages(order["sid"]).fetch()),
    "list": lambda messages, order: {"bodies": [each.body for each in messages.list(page_size=1)]},
    "redact": lambda messages, order: shown(messages(order["sid"]).update(body="")),
    "cancel": lambda messages, order: shown(messages(order["sid"]).update(status="canceled")),
    "delete": lambda messages, order: {"status": "deleted" if messages(order["sid"]).delete() else "kept"},
    "check": check,
    "answer": answer,
}

for line in sys.stdin:
    order = json.loads(line)
    try:
        outcome = CALLS[order["call"]](client_of(order).messages, order)
    except TwilioException as error:
        outcome = {"error": f"{type(error).__name__} {getattr(error, 'code', error)}"}
    print(json.dumps(outcome), flush=True)
