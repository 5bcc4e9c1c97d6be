"""The mail operations of mailersend-python."""

import inspect
import time
import typing

from mailersend import MailerSendClient
from recorder import done, key, operation, report, url

client = MailerSendClient(api_key=key(), base_url=url(), max_retries=0)
mail = {
    "from": {"email": "ann@acme.dev", "name": "Ann"},
    "to": [{"email": "bob@example.com", "name": "Bob"}],
    "subject": "Hi",
    "html": "<p>Hi</p>",
    "text": "Hi",
}
now = int(time.time())
days = {"date_from": now - 86_400, "date_to": now + 86_400}


def model_of(annotation):
    """The class of a request, in an annotation such as `Optional[Request]`."""
    if hasattr(annotation, "model_validate"):
        return annotation
    return next((found for found in map(model_of, typing.get_args(annotation)) if found is not None), None)


def ask(operation_name, check=lambda answer: answer.success, /, **fields):
    resource, method = operation_name.split(".")
    call = getattr(getattr(client, resource), method)
    parameters = list(inspect.signature(call).parameters.values())
    model = model_of(parameters[0].annotation) if parameters else None
    values = [] if model is None else [model.model_validate(fields)]
    return operation(operation_name, lambda: call(*values), lambda answer: answer.success and check(answer))


def data(answer):
    return answer.to_dict()["data"]["data"]


def is_listed(made):
    return lambda answer: made in [row["id"] for row in data(answer)]


def emails(domain):
    sent = ask("emails.send", **mail)
    email = model_of(inspect.signature(client.emails.send).parameters["email"].annotation).model_validate(
        mail
    )
    bulk = operation(
        "emails.send_bulk", lambda: client.emails.send_bulk([email]), lambda answer: answer.success
    )
    bulk_id = bulk.to_dict()["data"]["bulk_email_id"]
    completed = lambda answer: data(answer)["state"] == "completed"
    operation("emails.get_bulk_status", lambda: client.emails.get_bulk_status(bulk_id), completed)
    listed = ask(
        "emails.list", lambda answer: len(data(answer)) == 2, query_params={"domain_id": domain, **days}
    )
    ask("emails.get", lambda answer: data(answer)["subject"] == "Hi", email_id=data(listed)[0]["id"])
    messages = ask("messages.list_messages", lambda answer: len(data(answer)) == 2, query_params={})
    ask("messages.get_message", lambda answer: data(answer)["emails"], message_id=data(messages)[0]["id"])
    later = client.emails.send(type(email).model_validate({**mail, "send_at": now + 3600}))
    waiting = later.headers["x-message-id"]
    ask("schedules.list_schedules", lambda answer: data(answer)[0]["message_id"] == waiting, query_params={})
    ask("schedules.get_schedule", lambda answer: data(answer)["status"] == "scheduled", message_id=waiting)
    ask("schedules.delete_schedule", message_id=waiting)
    found = ask("activities.get", lambda answer: len(data(answer)) > 1, domain_id=domain, query_params=days)
    ask("activities.get_single", lambda answer: data(answer)["email"], activity_id=data(found)[0]["id"])
    events = {"event": ["sent"], **days}
    ask("analytics.get_activity_by_date", lambda answer: data(answer)["stats"][0]["sent"] == 2, **events)
    for name in ("country", "reading_environment", "user_agent"):
        ask(f"analytics.get_opens_by_{name}", lambda answer: data(answer)["stats"] == [], **days)
    return sent


def domains():
    made = data(ask("domains.create_domain", lambda answer: data(answer)["id"], name="acme.dev"))["id"]
    ask("domains.list_domains", is_listed(made), query_params={})
    ask("domains.get_domain", lambda answer: data(answer)["name"] == "acme.dev", domain_id=made)
    settings = lambda answer: data(answer)["domain_settings"]["track_opens"] is False
    ask("domains.update_domain_settings", settings, domain_id=made, track_opens=False)
    ask("domains.get_domain_dns_records", lambda answer: data(answer)["spf"], domain_id=made)
    ask("domains.get_domain_verification_status", lambda answer: data(answer)["dkim"], domain_id=made)
    emails(made)
    ask(
        "domains.get_domain_recipients",
        lambda answer: len(data(answer)) == 1,
        domain_id=made,
        query_params={},
    )
    user = data(ask("smtp_users.create_smtp_user", domain_id=made, name="S"))["id"]
    of = {"domain_id": made, "smtp_user_id": user}
    ask("smtp_users.list_smtp_users", is_listed(user), domain_id=made)
    ask("smtp_users.get_smtp_user", lambda answer: data(answer)["name"] == "S", **of)
    ask("smtp_users.update_smtp_user", lambda answer: data(answer)["name"] == "R", name="R", **of)
    ask("smtp_users.delete_smtp_user", **of)
    resources(made)
    ask("domains.delete_domain", domain_id=made)


def resources(domain):
    content = {"domain_id": domain, "name": "Ann", "email": "ann@acme.dev"}
    made = data(ask("identities.create_identity", **content))["id"]
    ask("identities.list_identities", is_listed(made), query_params={})
    ask("identities.get_identity", lambda answer: data(answer)["name"] == "Ann", identity_id=made)
    ask("identities.get_identity_by_email", lambda answer: data(answer)["id"] == made, email="ann@acme.dev")
    ask(
        "identities.update_identity",
        lambda answer: data(answer)["name"] == "Bea",
        identity_id=made,
        name="Bea",
    )
    changed = lambda answer: data(answer)["name"] == "Cia"
    ask("identities.update_identity_by_email", changed, email="ann@acme.dev", name="Cia")
    ask("identities.delete_identity", identity_id=made)
    client.identities.create_identity(
        model_of(
            inspect.signature(client.identities.create_identity).parameters["request"].annotation
        ).model_validate(content)
    )
    ask("identities.delete_identity_by_email", email="ann@acme.dev")
    hook = {"url": "http://127.0.0.1:9/h", "name": "W", "events": ["activity.delivered"], "domain_id": domain}
    made = data(ask("webhooks.create_webhook", **hook))["id"]
    ask("webhooks.list_webhooks", is_listed(made), query_params={"domain_id": domain})
    ask("webhooks.get_webhook", lambda answer: data(answer)["name"] == "W", webhook_id=made)
    ask("webhooks.update_webhook", lambda answer: data(answer)["name"] == "V", webhook_id=made, name="V")
    ask("webhooks.delete_webhook", webhook_id=made)
    made = data(ask("tokens.create_token", name="K", domain_id=domain, scopes=["email_full"]))["id"]
    ask("tokens.list_tokens", is_listed(made))
    ask("tokens.get_token", lambda answer: data(answer)["name"] == "K", token_id=made)
    ask(
        "tokens.update_token", lambda answer: data(answer)["status"] == "pause", token_id=made, status="pause"
    )
    ask("tokens.update_token_name", lambda answer: data(answer)["name"] == "L", token_id=made, name="L")
    ask("tokens.delete_token", token_id=made)
    templates = client.templates.client.request("POST", "templates", body={"name": "T", "html": "<p>T</p>"})
    made = templates.json()["data"]["id"]
    ask("templates.list_templates", is_listed(made))
    ask("templates.get_template", lambda answer: data(answer)["name"] == "T", template_id=made)
    ask("templates.delete_template", template_id=made)
    ask("api_quota.get_quota")
    suppressions(domain)


def suppressions(domain):
    recipients = data(ask("recipients.list_recipients", lambda answer: len(data(answer)) == 1))
    ask("recipients.get_recipient", lambda answer: data(answer)["email"], recipient_id=recipients[0]["id"])
    names = {
        "blocklist": ("add_to_blocklist", "list_blocklist", "delete_from_blocklist"),
        "hard_bounces": ("add_hard_bounces", "list_hard_bounces", "delete_hard_bounces"),
        "spam": ("add_spam_complaints", "list_spam_complaints", "delete_spam_complaints"),
        "unsubscribes": ("add_unsubscribes", "list_unsubscribes", "delete_unsubscribes"),
    }
    for add, listed, delete in names.values():
        ask(f"recipients.{add}", domain_id=domain, recipients=["eve@example.com"])
        made = data(ask(f"recipients.{listed}", lambda answer: len(data(answer)) == 1))[0]["id"]
        ask(f"recipients.{delete}", domain_id=domain, ids=[made])
    ask("recipients.list_on_hold", lambda answer: data(answer) == [])
    ask("recipients.delete_from_on_hold", domain_id=domain, all=True)
    ask("recipients.delete_recipient", recipient_id=recipients[0]["id"])


def all_operations():
    for resource in dir(client):
        of = getattr(client, resource)
        if not type(of).__module__.startswith("mailersend.resources"):
            continue
        for method in dir(of):
            if (
                not method.startswith("_")
                and callable(getattr(of, method))
                and method not in ("MODEL_CLASS", "client", "logger")
            ):
                yield f"{resource}.{method}"


domains()
# Received mail, verification, SMS, WhatsApp, monitoring and people answer 501.
absent = [name for name in all_operations() if name.split(".")[0].startswith(("sms", "whatsapp"))]
others = ("inbound", "email_verification", "dmarc_monitoring", "users")
absent += [name for name in all_operations() if name.split(".")[0] in others]
absent = [name for name in absent if not name.startswith("smtp_users.")]
report([name for name in all_operations()], absent)
