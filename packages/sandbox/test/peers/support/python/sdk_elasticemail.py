"""ElasticEmail: every operation of its API classes."""

import base64
import re
import typing

import ElasticEmail
from recorder import done, key, operation, refused, report, url

configuration = ElasticEmail.Configuration(host=url())
configuration.api_key["apikey"] = key()
client = ElasticEmail.ApiClient(configuration)
apis = [getattr(ElasticEmail, name)(client) for name in dir(ElasticEmail) if re.search("[a-z]Api$", name)]
methods = {
    name: getattr(api, name)
    for api in apis
    for name in dir(api)
    if re.search("_(get|post|put|patch|delete)$", name) and not name.startswith("_")
}
bob = "bob@example.com"
eve = "eve@example.com"
body = [{"ContentType": "HTML", "Content": "<p>Hi {name}</p>"}]
content = {"From": "ann@acme.dev", "Subject": "Hi {name}", "Body": body, "Merge": {"name": "all"}}


def ask(operation_name, /, *given, check=lambda answer: True, **named):
    return operation(operation_name, lambda: methods[operation_name](*given, **named), check)


def books():
    ask("lists_post", {"ListName": "L"}, check=lambda answer: answer.list_name == "L")
    ask("lists_by_name_put", "L", {"NewListName": "M"}, check=lambda answer: answer.list_name == "M")
    ask("lists_by_name_get", "M", check=lambda answer: answer.date_added is not None)
    ask("lists_get", check=lambda answer: [each.list_name for each in answer] == ["M"])
    contact = {"Email": bob, "FirstName": "Bob", "CustomFields": {"name": "Bob"}}
    ask("contacts_post", [contact], check=lambda answer: answer[0].email == bob)
    changed = lambda answer: answer.first_name == "Bobby"
    ask("contacts_by_email_put", bob, {"FirstName": "Bobby"}, check=changed)
    ask("contacts_by_email_get", bob, check=changed)
    ask("contacts_get", check=lambda answer: [each.email for each in answer] == [bob])
    ask("lists_by_name_contacts_post", "M", {"Emails": [bob]}, check=lambda answer: answer.list_name == "M")
    ask("lists_by_listname_contacts_get", "M", check=lambda answer: [each.email for each in answer] == [bob])
    methods["contacts_post"]([{"Email": eve, "FirstName": "Eve"}], listnames=["M"])
    ask("segments_post", {"Name": "S", "Rule": "email LIKE '%a%'"}, check=lambda answer: answer.name == "S")
    ask("segments_by_name_put", "S", {"Name": "S", "Rule": "x"}, check=lambda answer: answer.rule == "x")
    ask("segments_by_name_get", "S", check=lambda answer: answer.rule == "x")
    ask("segments_get", check=lambda answer: len(answer) == 1)
    ask("segments_by_name_delete", "S")
    ask("contacts_import_post", "M", file=("a.csv", b"Email,FirstName\nfay@example.com,Fay"))
    loaded = methods["contacts_by_email_get"]("fay@example.com")
    assert loaded.first_name == "Fay", loaded
    ask("contacts_delete_post", {"Emails": ["fay@example.com"]})


def mails():
    template = {"Name": "T", "Subject": "S", "Body": body, "TemplateScope": "Personal"}
    ask("templates_post", template, check=lambda answer: answer.name == "T")
    renamed = lambda answer: answer.subject == "U"
    ask("templates_by_name_put", "T", {**template, "Subject": "U"}, check=renamed)
    ask("templates_by_name_get", "T", check=renamed)
    ask("templates_get", ["Personal"], check=lambda answer: [each.name for each in answer] == ["T"])
    to = [{"Email": bob, "Fields": {"name": "Bob"}}]
    sent = lambda answer: answer.transaction_id
    ask("emails_post", {"Recipients": to, "Content": content}, check=sent)
    merge = base64.b64encode(f"Email,name\n{bob},Bob\n{eve},Eve".encode()).decode()
    file = {"BinaryContent": merge, "Name": "a.csv"}
    ask("emails_mergefile_post", {"MergeFile": file, "Content": content}, check=sent)
    mail = {"Recipients": {"To": [bob]}, "Content": content, "Options": {"ChannelName": "ch"}}
    made = ask("emails_transactional_post", mail, check=lambda answer: answer.message_id)
    seen = lambda answer: answer.preview.subject == "Hi all" and answer.status.to == bob
    ask("emails_by_msgid_view_get", made.message_id, check=seen)
    status = lambda answer: answer.recipients_count == 1
    ask("emails_by_transactionid_status_get", made.transaction_id, check=status)
    kinds = lambda answer: [each.event_type.value for each in answer] == ["Submission", "Sent"]
    ask("events_by_transactionid_get", made.transaction_id, check=kinds)
    ask("events_channels_by_name_get", "ch", check=lambda answer: len(answer) == 2)
    ask("events_get", check=lambda answer: len(answer) == 8)
    content_of = {"From": "ann@acme.dev", "Subject": "Hi", "TemplateName": "T"}
    campaign = {"Name": "C", "Recipients": {"ListNames": ["M"]}, "Content": [content_of]}
    ask("campaigns_post", {**campaign, "Status": "Active"}, check=lambda answer: answer.name == "C")
    ask("statistics_campaigns_by_name_get", "C", check=lambda answer: answer.channel_name == "C")
    ask("statistics_campaigns_get", check=lambda answer: answer[0].channel_name == "C")
    ask("campaigns_by_name_put", "C", {**campaign, "Status": "Draft"})
    ask("campaigns_by_name_get", "C", check=lambda answer: answer.status.value == "Draft")
    ask("campaigns_get", check=lambda answer: len(answer) == 1)
    ask("campaigns_by_name_pause_put", "C")
    ask("campaigns_by_name_delete", "C")
    ask("statistics_get", "2020-01-01T00:00:00", check=lambda answer: answer.email_total >= 4)
    ask("statistics_channels_get", check=lambda answer: answer[0].channel_name == "ch")
    ask("statistics_channels_by_name_get", "ch", check=lambda answer: answer.email_total == 1)
    ask("templates_by_name_delete", "T")


def account():
    for kind in ("bounces", "complaints", "unsubscribes"):
        name = f"suppressions_{kind}"
        ask(f"{name}_post", [f"{kind}@b.dev"], check=lambda answer: len(answer) == 1)
        ask(f"{name}_import_post", file=("a.csv", f"Email\nsecond-{kind}@b.dev".encode()))
        ask(f"{name}_get", check=lambda answer: len(answer) == 2)
    ask("suppressions_get", check=lambda answer: len(answer) == 6)
    ask("suppressions_by_email_get", "bounces@b.dev", check=lambda answer: answer.email == "bounces@b.dev")
    ask("suppressions_by_email_delete", "bounces@b.dev")
    for kind, more in (("apikeys", {"AccessLevel": ["SendHttp"]}), ("smtp", {})):
        name = f"security_{kind}"
        named = lambda answer: answer.name == "K"
        ask(f"{name}_post", {"Name": "K", **more}, check=lambda answer: answer.token)
        ask(f"{name}_by_name_put", "K", {"Name": "K", "Expires": "2030-01-01T00:00:00", **more}, check=named)
        ask(f"{name}_by_name_get", "K", check=lambda answer: answer.expires.year == 2030)
        ask(f"{name}_get", check=lambda answer: [each.name for each in answer] == ["K"])
        ask(f"{name}_by_name_delete", "K")
    ask("domains_post", {"Domain": "acme.dev"})
    ask("domains_get", check=lambda answer: len(answer) == 1)
    ask("domains_by_domain_get", "acme.dev")
    ask("domains_by_domain_put", "acme.dev", {})
    ask("domains_by_domain_verification_put", "acme.dev", "Http")
    ask("domains_by_email_default_patch", "ann@acme.dev", check=lambda answer: answer.default_domain)
    ask("domains_by_domain_restricted_get", "acme.dev")
    ask("domains_by_domain_delete", "acme.dev")
    hook = {"Name": "H", "URL": "http://127.0.0.1:9/", "NotificationForOpened": True}
    made = ask("webhook_post", hook, check=lambda answer: answer.delivery_method.value == "Get")
    ask("webhook_by_publicid_put", made.webhook_id, {"Name": "I"}, check=lambda answer: answer.name == "I")
    opened = lambda answer: answer.notification_for_opened and answer.name == "I"
    ask("webhook_by_publicid_get", made.webhook_id, check=opened)
    ask("webhook_get", check=lambda answer: len(answer) == 1)
    ask("webhook_by_publicid_delete", made.webhook_id)
    ask("lists_by_name_contacts_remove_post", "M", {"Emails": [bob]})
    ask("lists_by_name_delete", "M")
    ask("contacts_by_email_delete", eve)


def absent():
    """The operations that answer 501, with values of their types."""
    rest = {name: call for name, call in methods.items() if name not in done}
    return refused(rest, value_of)


def value_of(annotation):
    found = [annotation, *typing.get_args(annotation)]
    model = next((each for each in found if hasattr(each, "model_construct")), None)
    if model is not None:
        return model.model_construct()
    return [] if "List[" in str(annotation) else "x9"


books()
mails()
account()
report(methods, absent())
