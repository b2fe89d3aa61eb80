"""Sends requests with urllib, in the given charset. In: [{"url", "format", "headers", "fields"}] as JSON. Out: [{"status", "text"}]."""
import json
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

CONTENT_TYPES = {'form': 'application/x-www-form-urlencoded', 'json': 'application/json'}
charset = sys.argv[1]
# UTF-8 is what servers expect without a word.
suffix = '' if charset == 'utf-8' else f'; charset={charset}'


def encode(fields):
    return urlencode(fields, doseq=True, encoding=charset)


def request_for(order):
    url, format, fields, headers = (order[name] for name in ('url', 'format', 'fields', 'headers'))
    if format == 'query':
        return Request(f'{url}?{encode(fields)}', headers=headers)
    # JSON is never in another charset than UTF-8, so others escape what is beyond ASCII.
    body = json.dumps(fields, ensure_ascii=charset != 'utf-8') if format == 'json' else encode(fields)
    return Request(url, data=body.encode(charset), headers={**headers, 'Content-Type': CONTENT_TYPES[format] + suffix})


def answer_to(order):
    try:
        response = urlopen(request_for(order))
    except HTTPError as error:
        response = error
    with response:
        return {'status': response.status, 'text': response.read().decode('utf-8')}


print(json.dumps([answer_to(order) for order in json.load(sys.stdin.buffer)]))
