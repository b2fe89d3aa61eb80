# Reads a definition and makes calls with zeep. In: {"wsdl", "steps": [{"method", "parameters"}]} as JSON. Out: what each call came to, as JSON.
import json
import sys

import zeep
from zeep.exceptions import Fault
from zeep.helpers import serialize_object

order = json.load(sys.stdin)
client = zeep.Client(order["wsdl"])


def call(step):
    try:
        result = getattr(client.service, step["method"])(**step["parameters"])
    except Fault as fault:
        return {"fault": fault.code.split(":")[-1], "text": fault.message}
    if isinstance(result, str):
        return result
    return serialize_object(result or [], dict)


print(json.dumps([call(step) for step in order["steps"]]))
