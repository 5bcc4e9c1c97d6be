"""sendgrid-python: its helpers of mails, and its client, whose calls are paths."""

import json

from recorder import done, key, operation, report, url
from sendgrid import SendGridAPIClient
from sendgrid.helpers.mail import Attachment, Mail

client = SendGridAPIClient(key(), host=url()).client


def read(answer):
    return json.loads(answer.body)


mail = Mail(from_email="ann@acme.dev", to_emails="bob@example.com", subject="Hi", html_content="<p>Hi</p>")
mail.attachment = Attachment(
    file_content="YWJj", file_name="a.txt", file_type="text/plain", disposition="attachment"
)
send = lambda: SendGridAPIClient(key(), host=url()).send(mail)
operation("helpers.mail", send, lambda answer: answer.status_code == 202)
operation("messages.get", lambda: client.messages.get(), lambda answer: len(read(answer)["messages"]) == 1)


def crud(name, api, content, change, field="id", listed=lambda found: found):
    post = operation(
        f"{name}.post", lambda: api.post(request_body=content), lambda answer: answer.status_code < 300
    )
    made = read(post)[field]
    one = api._(str(made))
    operation(
        f"{name}.get", lambda: api.get(), lambda answer: made in [row[field] for row in listed(read(answer))]
    )
    operation(
        f"{name}.id.patch", lambda: one.patch(request_body=change), lambda answer: read(answer)["name"] == "U"
    )
    operation(f"{name}.id.get", lambda: one.get(), lambda answer: answer.status_code == 200)
    operation(f"{name}.id.delete", lambda: one.delete(), lambda answer: answer.status_code == 204)


result = lambda found: found["result"]
crud("asm.groups", client.asm.groups, {"name": "G", "description": "D"}, {"name": "U"})
crud("api_keys", client.api_keys, {"name": "K"}, {"name": "U"}, "api_key_id", result)
crud("marketing.lists", client.marketing.lists, {"name": "L"}, {"name": "U"}, "id", result)
template = read(client.templates.post(request_body={"name": "T", "generation": "dynamic"}))["id"]
version = {"name": "V", "subject": "Hi {{name}}", "html_content": "<p>{{name}}</p>", "active": 1}
versions = client.templates._(template).versions
operation(
    "templates.versions.post",
    lambda: versions.post(request_body=version),
    lambda answer: answer.status_code == 201,
)
dynamic = Mail(from_email="ann@acme.dev", to_emails="bob@example.com")
dynamic.template_id = template
dynamic.dynamic_template_data = {"name": "Bob"}
operation(
    "helpers.dynamic",
    lambda: client.mail.send.post(request_body=dynamic.get()),
    lambda answer: answer.status_code == 202,
)
operation(
    "suppression.bounces.get", lambda: client.suppression.bounces.get(), lambda answer: read(answer) == []
)
report(done)
