"""Reads mails as Python's email package does, and checks their DKIM signatures: lines of JSON in and out."""

import base64
import json
import sys
from email import message_from_bytes, policy

try:
    import dkim
except ImportError:
    dkim = None


def utf8(text):
    return text.encode("utf-8", "surrogateescape").decode()


def addresses(message, name):
    field = message[name]
    return [] if field is None else [[one.display_name, utf8(one.addr_spec)] for one in field.addresses]


def content(part):
    got = part.get_content()
    if isinstance(got, str):
        return got
    return (got.as_bytes(policy=policy.SMTP) if hasattr(got, "as_bytes") else got).decode("latin-1")


def read(raw):
    message = message_from_bytes(raw, policy=policy.default)
    is_leaf = lambda part: not part.is_multipart() or part.get_content_type() == "message/rfc822"
    parts = [part for part in message.walk() if is_leaf(part)]
    files = [part for part in parts if part.get_filename() is not None]
    return {
        "subject": message["subject"],
        "from": addresses(message, "from"),
        "to": addresses(message, "to"),
        "replyTo": addresses(message, "reply-to"),
        "headers": [[name, str(value)] for name, value in message.items()],
        "texts": [
            [part.get_content_type(), part.get_content_charset(), content(part)]
            for part in parts
            if part.get_content_maintype() == "text" and part.get_filename() is None
        ],
        "files": [
            [part.get_filename(), base64.b64encode(part.get_payload(decode=True) or b"").decode()]
            for part in files
            if part.get_content_type() != "message/rfc822"
        ],
        "defects": [str(defect) for part in message.walk() for defect in part.defects],
    }


def signature(raw, record):
    if dkim is None or record is None:
        return None
    return dkim.verify(raw, dnsfunc=lambda name, timeout=5: record.encode())


for line in sys.stdin:
    order = json.loads(line)
    raw = base64.b64decode(order["raw"])
    print(json.dumps({**read(raw), "signature": signature(raw, order.get("record"))}), flush=True)
