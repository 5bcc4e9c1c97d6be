# Calls boto3 for each line of the input: {"service", "operation", "input"}; one line of the output is the
# answer, or the error. The first argument is the address of the sandbox, the second its key.
import base64
import json
import sys

import boto3
from botocore import xform_name

url, key = sys.argv[1:]
settings = {
    "endpoint_url": url,
    "region_name": "us-east-1",
    "aws_access_key_id": "AKIASANDBOX",
    "aws_secret_access_key": key,
}
clients = {name: boto3.client(name, **settings) for name in ("ses", "sesv2")}


def to_input(value):
    if isinstance(value, list):
        return [to_input(each) for each in value]
    if isinstance(value, dict):
        if "base64" in value:
            return base64.b64decode(value["base64"])
        return {name: to_input(each) for name, each in value.items()}
    return value


for line in sys.stdin:
    call = json.loads(line)
    client = clients[call["service"]]
    try:
        operation = call["operation"]
        if operation == "":
            answer = {"answer": list(client.meta.service_model.operation_names)}
        else:
            method = getattr(client, xform_name(operation))
            answer = {"answer": method(**to_input(call["input"]))}
    except Exception as error:
        response = getattr(error, "response", {})
        status = response.get("ResponseMetadata", {}).get("HTTPStatusCode", "")
        answer = {"error": f"{status} {error}"}
    print(json.dumps(answer, default=str), flush=True)
