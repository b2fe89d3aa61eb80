# Does the steps of steps.ts with Debian's python3-twilio: reads the order and the README's code from its input, a line
# of JSON; writes a line when it has sent what is to be delivered, waits for one, and writes the outcomes.
import json
import os
import sys
from datetime import datetime

order = json.loads(sys.stdin.readline())
os.environ.update({"SMS_URL": order["url"], "TWILIO_ACCOUNT_SID": order["account"], "TWILIO_AUTH_TOKEN": order["key"]})
names = {}
exec(order["code"], names)

from twilio.base.exceptions import TwilioRestException
from twilio.request_validator import RequestValidator
from twilio.rest import Client

messages = names["client"].messages
stranger = Client(order["account"], "x" * 40, http_client=names["Here"]())
to, sender = order["to"], order["from"]


def number_of(call):
    try:
        call()
        return "no error"
    except TwilioRestException as error:
        return [error.code, error.status]


first = messages.create(to=to, from_=sender, body="First")
second = messages.create(to=to, from_=sender, body="Second")
print("sent", flush=True)
sys.stdin.readline()
read = messages(first.sid).fetch()
listed = messages.list(page_size=1)
redacted = messages(first.sid).update(body="")
deleted = messages(second.sid).delete()
gone = number_of(lambda: messages(second.sid).fetch())
at = datetime.strptime(order["sendAt"], "%Y-%m-%dT%H:%M:%S.%fZ")
later = messages.create(to=to, from_=sender, body="Later", schedule_type="fixed", send_at=at)
canceled = messages(later.sid).update(status="canceled")
callback = order["callback"]
validator = RequestValidator(callback["key"])
print(
    json.dumps(
        {
            "send": [first.status, first.to, first.from_],
            "read": [read.status, read.body],
            "list in pages of one": [each.body for each in listed],
            "redact": [redacted.body, redacted.status, redacted.num_segments],
            "delete": "true" if deleted else "false",
            "read what is deleted": gone,
            "cancel": [later.status, canceled.status],
            "a wrong key": number_of(lambda: stranger.messages.create(to=to, from_=sender, body="x")),
            "a bad number": number_of(lambda: messages.create(to="+12", from_=sender, body="x")),
            "an opted-out recipient": number_of(lambda: messages.create(to=order["optedOut"], from_=sender, body="x")),
            "a foreign sender": number_of(lambda: messages.create(to=to, from_="+15005550006", body="x")),
            "callback": validator.validate(callback["url"], callback["fields"], callback["signature"]),
        }
    ),
    flush=True,
)
