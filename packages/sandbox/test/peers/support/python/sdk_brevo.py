"""brevo-python: its operations of mail, contacts, senders, domains and webhooks."""

import base64
import datetime
import typing

from brevo import Brevo
from recorder import done, key, operation, refused, report, url

client = Brevo(api_key=key(), base_url=url(), max_retries=0)
resources = "account contacts domains email_campaigns event inbound_parsing process senders "
resources += "transactional_emails webhooks"
methods = {
    f"{resource}.{name}": getattr(getattr(client, resource), name)
    for resource in resources.split()
    for name in dir(getattr(client, resource))
    if not name.startswith("_") and name != "with_raw_response"
}
bob = "bob@example.com"


def ask(operation_name, /, *given, check=lambda answer: True, **named):
    return operation(operation_name, lambda: methods[operation_name](*given, **named), check)


def account():
    ask("account.get_account", check=lambda answer: answer.email)
    made = ask("senders.create_sender", name="Ann", email="ann@acme.dev", check=lambda answer: answer.id).id
    ask("senders.update_sender", made, name="Anna")
    ask("senders.validate_sender_by_otp", made, otp=123456)
    ask("senders.get_senders", check=lambda answer: [each.name for each in answer.senders] == ["Anna"])
    ask("senders.delete_sender", made)
    domain = "acme.dev"
    ask("domains.create_domain", name=domain, check=lambda answer: answer.domain_name == domain)
    ask("domains.get_domains", check=lambda answer: answer.domains[0].domain_name == domain)
    ask("domains.get_domain_configuration", domain, check=lambda answer: answer.verified)
    ask("domains.authenticate_domain", domain, check=lambda answer: answer.domain_name == domain)
    ask("domains.delete_domain", domain)
    token = base64.urlsafe_b64encode(b"0 arrived").decode().rstrip("=")
    read = lambda: b"".join(client.inbound_parsing.get_inbound_email_attachment(token))
    operation("inbound_parsing.get_inbound_email_attachment", read, lambda answer: answer.strip() == b"abc")
    hook = {"url": "http://127.0.0.1:9/a", "events": ["delivered"], "type": "transactional"}
    made = ask("webhooks.create_webhook", **hook, check=lambda answer: answer.id).id
    ask("webhooks.update_webhook", made, description="d", events=["opened"])
    ask("webhooks.get_webhook", made, check=lambda answer: answer.events == ["opened"])
    ask("webhooks.get_webhooks", check=lambda answer: len(answer.webhooks) == 1)
    ask("webhooks.delete_webhook", made)


def books():
    folder = ask("contacts.create_folder", name="F", check=lambda answer: answer.id == 2).id
    ask("contacts.update_folder", folder, name="G")
    ask("contacts.get_folder", folder, check=lambda answer: answer.name == "G")
    ask("contacts.get_folders", limit=10, offset=0, check=lambda answer: answer.count == 2)
    made = ask("contacts.create_list", name="L", folder_id=folder, check=lambda answer: answer.id).id
    ask("contacts.update_list", made, name="M")
    ask("contacts.get_list", made, check=lambda answer: answer.name == "M")
    ask("contacts.get_folder_lists", folder, check=lambda answer: answer.count == 1)
    ask("contacts.get_lists", check=lambda answer: answer.count == 1)
    contact = {"email": bob, "attributes": {"FIRSTNAME": "Bob"}, "ext_id": "x1"}
    ask("contacts.create_contact", **contact, check=lambda answer: answer.id)
    emails = {"emails": [bob]}
    ask("contacts.add_contact_to_list", made, request=emails)
    ask("contacts.get_contacts_from_list", made, check=lambda answer: answer.contacts[0].email == bob)
    ask("contacts.remove_contact_from_list", made, request=emails)
    ask("contacts.update_contact", bob, attributes={"LASTNAME": "B"}, list_ids=[made])
    ask("contacts.get_contact_info", bob, check=lambda answer: answer.list_ids == [made])
    change = {"email": bob, "attributes": {"FIRSTNAME": "Bobby"}, "unlink_list_ids": [made]}
    ask("contacts.update_batch_contacts", contacts=[change])
    ask("contacts.get_contacts", limit=10, check=lambda answer: answer.contacts[0].list_ids == [])
    ask("contacts.get_contact_stats", bob)
    more = [{"email": "eve@example.com"}]
    ask("contacts.import_contacts", list_ids=[made], json_body=more, check=lambda answer: answer.process_id)
    found = ask("process.get_processes", check=lambda answer: answer.processes[0].status == "completed")
    ask("process.get_process", found.processes[0].id, check=lambda answer: answer.status == "completed")
    ask("contacts.get_segments", check=lambda answer: answer.count == 0)
    plan = ("normal", "PLAN")
    kind = "multiple-choice"
    ask("contacts.create_attribute", *plan, type=kind, multi_category_options=["a", "b"])
    ask("contacts.update_attribute", *plan, multi_category_options=["a", "c"])
    ask("contacts.delete_multi_attribute_options", "PLAN", "c")
    named = lambda answer: "PLAN" in [each.name for each in answer.attributes]
    ask("contacts.get_attributes", check=named)
    ask("contacts.delete_attribute", *plan)
    ask("contacts.delete_contact", bob)
    ask("contacts.delete_list", made)
    ask("contacts.delete_folder", folder)


def mails():
    name = "transactional_emails."
    sender = {"email": "ann@acme.dev", "name": "Ann"}
    mail = {"sender": sender, "to": [{"email": bob}], "subject": "Hi", "html_content": "<p>x</p>"}
    parts = {"template_name": "T", "subject": "Hi {{ params.a }}", "html_content": "<p>{{ params.a }}</p>"}
    template = ask(f"{name}create_smtp_template", **parts, sender=sender, check=lambda answer: answer.id).id
    ask(f"{name}update_smtp_template", template, is_active=True)
    ask(f"{name}get_smtp_template", template, check=lambda answer: answer.is_active)
    ask(f"{name}get_smtp_templates", check=lambda answer: answer.count == 1)
    preview = {"templateId": template, "email": bob, "params": {"a": "b"}}
    previewed = lambda answer: answer.subject == "Hi b"
    ask(f"{name}post_preview_smtp_email_templates", request=preview, check=previewed)
    ask(f"{name}send_test_template", template, email_to=["me@acme.dev"])
    sent = ask(f"{name}send_transac_email", **mail, tags=["t"], check=lambda answer: answer.message_id)
    soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)
    later = methods[f"{name}send_transac_email"](**mail, scheduled_at=soon).message_id
    ask(f"{name}get_scheduled_email_by_id", later)
    ask(f"{name}delete_scheduled_email_by_id", later)
    of = {"message_id": sent.message_id}
    ask(f"{name}get_transac_emails_list", **of, check=lambda answer: answer.count == 1)
    seen = lambda answer: answer.body == "<p>x</p>" and len(answer.events) == 2
    ask(f"{name}get_transac_email_content", sent.message_id[1:-1], check=seen)
    ask(f"{name}get_email_event_report", **of, check=lambda answer: len(answer.events) == 2)
    ask(f"{name}get_aggregated_smtp_report", tag="t", check=lambda answer: answer.delivered == 1)
    ask(f"{name}get_smtp_report", tag="t", check=lambda answer: answer.reports[0].delivered == 1)
    ask(f"{name}delete_an_smtp_transactional_log", sent.message_id)
    ask(f"{name}block_new_domain", domain="bad.dev")
    ask(f"{name}get_blocked_domains", check=lambda answer: answer.domains == ["bad.dev"])
    ask(f"{name}delete_blocked_domain", "bad.dev")
    bounced = "bounce@example.com"
    send = lambda: methods[f"{name}send_transac_email"](**{**mail, "to": [{"email": bounced}]})
    send()
    blocked = lambda answer: answer.contacts[0].reason.code == "hardBounce"
    ask(f"{name}get_transac_blocked_contacts", check=blocked)
    ask(f"{name}delete_hardbounces", contact_email=bounced)
    send()
    ask(f"{name}unblock_or_resubscribe_a_transactional_contact", bounced)
    methods[f"{name}update_smtp_template"](template, is_active=False)
    ask(f"{name}delete_smtp_template", template)


def value_of(annotation):
    """A value of the type of a required parameter."""
    text = str(annotation)
    if "Sequence" in text:
        return [1] if "int" in text else ["x9"]
    models = [each for each in [annotation, *typing.get_args(annotation)] if hasattr(each, "model_construct")]
    if models:
        return models[0].model_construct()
    return 1 if annotation is int else "x9"


account()
books()
mails()
report(methods, refused({name: call for name, call in methods.items() if name not in done}, value_of))
