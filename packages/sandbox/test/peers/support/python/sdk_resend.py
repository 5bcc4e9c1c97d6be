"""Every operation of resend-python."""

import datetime
import inspect

import resend
from recorder import done, dummy, key, operation, report, url

resend.api_url = url()
resend.api_key = key()

mail = {"from": "Ann <ann@acme.dev>", "to": "bob@example.com", "subject": "Hi", "html": "<p>Hi</p>"}
later = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)).isoformat()


def crud(name, api, content, shown, change=None, update=None):
    made = operation(f"{name}.create", lambda: api.create(content), lambda answer: answer["id"])["id"]
    operation(
        f"{name}.list", lambda: api.list(), lambda answer: made in [row["id"] for row in answer["data"]]
    )
    if hasattr(api, "get"):
        check = lambda answer: all(answer[field] == value for field, value in shown.items())
        operation(f"{name}.get", lambda: api.get(made), check)
    if change is not None:
        run = update or (lambda: api.update({"id": made, **change}))
        operation(
            f"{name}.update", lambda: run(made) if update else run(), lambda answer: answer["id"] == made
        )
    return made


def removed(name, api, made):
    operation(f"{name}.remove", lambda: api.remove(made), lambda answer: answer.get("deleted", True))


def emails():
    sent = operation("Emails.send", lambda: resend.Emails.send(mail))["id"]
    operation("Emails.get", lambda: resend.Emails.get(sent), lambda answer: answer["subject"] == "Hi")
    operation(
        "Emails.list",
        lambda: resend.Emails.list({"limit": 1}),
        lambda answer: answer["data"][0]["id"] == sent,
    )
    waiting = resend.Emails.send({**mail, "scheduled_at": later})["id"]
    operation("Emails.update", lambda: resend.Emails.update({"id": waiting, "scheduled_at": later}))
    operation("Emails.cancel", lambda: resend.Emails.cancel(waiting), lambda answer: answer["id"] == waiting)
    operation("Batch.send", lambda: resend.Batch.send([mail, mail]), lambda answer: len(answer["data"]) == 2)
    file = {"filename": "a.txt", "content": list(b"abc")}
    sent = resend.Emails.send({**mail, "attachments": [file]})["id"]
    api = resend.EmailAttachments
    operation("EmailAttachments.list", lambda: api.list(sent), lambda answer: answer["data"][0]["size"] == 3)
    operation(
        "EmailAttachments.get", lambda: api.get(sent, "1"), lambda answer: answer["filename"] == "a.txt"
    )
    api = resend.EmailsReceiving
    check = lambda answer: answer["subject"] == "Arrived"
    operation("EmailsReceiving.get", lambda: api.get("arrived"), check)
    operation("EmailsReceiving.list", lambda: api.list(), lambda answer: check(answer["data"][0]))


def templates():
    api = resend.Templates
    content = {"name": "T", "html": "<p>Hi</p>"}
    made = crud("Templates", api, content, {"status": "draft", "html": "<p>Hi</p>"}, {"name": "U"})
    operation("Templates.publish", lambda: api.publish(made), lambda answer: answer["id"] == made)
    operation("Templates.duplicate", lambda: api.duplicate(made), lambda answer: answer["id"] != made)
    removed("Templates", api, made)


def contacts():
    segment = crud(
        "Segments",
        resend.Segments,
        {"name": "S"},
        {"name": "S"},
        {},
        lambda made: resend.Segments.update(made, {"name": "R"}),
    )
    topic = crud(
        "Topics",
        resend.Topics,
        {"name": "T", "default_subscription": "opt_in"},
        {"name": "T"},
        {},
        lambda made: resend.Topics.update(made, {"name": "U"}),
    )
    person = {"email": "bob@example.com", "first_name": "Bob"}
    api = resend.Contacts
    made = operation("Contacts.create", lambda: api.create(person), lambda answer: answer["id"])["id"]
    operation("Contacts.get", lambda: api.get(email="bob@example.com"), lambda answer: answer["id"] == made)
    operation("Contacts.list", lambda: api.list(), lambda answer: len(answer["data"]) == 1)
    operation(
        "Contacts.update",
        lambda: api.update({"id": made, "last_name": "B"}),
        lambda answer: answer["id"] == made,
    )
    of = {"contact_id": made, "segment_id": segment}
    operation("ContactSegments.add", lambda: resend.ContactSegments.add(of))
    operation(
        "ContactSegments.list",
        lambda: resend.ContactSegments.list(of),
        lambda answer: answer["data"][0]["id"] == segment,
    )
    operation(
        "ContactSegments.remove", lambda: resend.ContactSegments.remove(of), lambda answer: answer["deleted"]
    )
    subscribed = {"id": made, "topics": [{"id": topic, "subscription": "opt_out"}]}
    operation("ContactsTopics.update", lambda: resend.ContactsTopics.update(subscribed))
    found = lambda answer: answer["data"][0]["subscription"] == "opt_out"
    operation("ContactsTopics.list", lambda: resend.ContactsTopics.list(contact_id=made), found)
    resend.ContactSegments.add(of)
    broadcasts(segment)
    removed("Segments", resend.Segments, segment)
    removed("Topics", resend.Topics, topic)
    operation("Contacts.remove", lambda: api.remove(id=made), lambda answer: answer["deleted"])
    audience = crud("Audiences", resend.Audiences, {"name": "A"}, {"name": "A"})
    removed("Audiences", resend.Audiences, audience)


def broadcasts(segment):
    api = resend.Broadcasts
    content = {
        "from": "ann@acme.dev",
        "subject": "News",
        "html": "<p>N</p>",
        "segment_id": segment,
        "name": "N",
    }
    made = operation("Broadcasts.create", lambda: api.create(content), lambda answer: answer["id"])["id"]
    operation("Broadcasts.get", lambda: api.get(made), lambda answer: answer["status"] == "draft")
    operation("Broadcasts.list", lambda: api.list(), lambda answer: answer["data"][0]["id"] == made)
    operation("Broadcasts.update", lambda: api.update({"broadcast_id": made, "subject": "More"}))
    copy = operation(
        "Broadcasts.duplicate", lambda: api.duplicate(made), lambda answer: answer["id"] != made
    )["id"]
    operation(
        "Broadcasts.send", lambda: api.send({"broadcast_id": made}), lambda answer: answer["id"] == made
    )
    operation(
        "Broadcasts.recipients",
        lambda: api.recipients(made, {"type": "delivered"}),
        lambda answer: len(answer["data"]) == 1,
    )
    operation(
        "Broadcasts.clicked_links", lambda: api.clicked_links(made), lambda answer: answer["data"] == []
    )
    api.send({"broadcast_id": copy, "scheduled_at": later})
    operation("Broadcasts.cancel", lambda: api.cancel(copy), lambda answer: answer["id"] == copy)
    removed("Broadcasts", api, copy)


def others():
    api = resend.ContactProperties
    made = crud(
        "ContactProperties", api, {"key": "plan", "type": "string"}, {"key": "plan"}, {"fallback_value": "x"}
    )
    removed("ContactProperties", api, made)
    made = crud(
        "Domains", resend.Domains, {"name": "acme.dev"}, {"name": "acme.dev"}, {"open_tracking": True}
    )
    operation("Domains.verify", lambda: resend.Domains.verify(made), lambda answer: answer["id"] == made)
    removed("Domains", resend.Domains, made)
    made = crud(
        "ApiKeys",
        resend.ApiKeys,
        {"name": "K"},
        {},
        {},
        lambda id: resend.ApiKeys.update({"id": id, "name": "L"}),
    )
    operation("ApiKeys.remove", lambda: resend.ApiKeys.remove(made))
    hook = {"endpoint": "http://127.0.0.1:9/h", "events": ["email.sent"]}
    update = lambda made: resend.Webhooks.update({"webhook_id": made, "events": ["email.bounced"]})
    made = crud("Webhooks", resend.Webhooks, hook, {"endpoint": hook["endpoint"]}, {}, update)
    removed("Webhooks", resend.Webhooks, made)
    api = resend.Suppressions
    made = operation(
        "Suppressions.add", lambda: api.add({"email": "eve@example.com"}), lambda answer: answer["id"]
    )["id"]
    operation("Suppressions.get", lambda: api.get(made), lambda answer: answer["origin"] == "manual")
    operation("Suppressions.list", lambda: api.list(), lambda answer: len(answer["data"]) == 1)
    removed("Suppressions", api, "eve@example.com")
    batch = {"emails": ["a@b.io"]}
    operation(
        "SuppressionsBatch.add",
        lambda: resend.SuppressionsBatch.add(batch),
        lambda answer: len(answer["data"]) == 1,
    )
    operation(
        "SuppressionsBatch.remove",
        lambda: resend.SuppressionsBatch.remove(batch),
        lambda answer: answer["data"][0]["deleted"],
    )
    api = resend.Events
    operation("Events.create", lambda: api.create({"name": "paid"}), lambda answer: answer["id"])
    operation("Events.get", lambda: api.get("paid"), lambda answer: answer["name"] == "paid")
    operation("Events.list", lambda: api.list(), lambda answer: len(answer["data"]) == 1)
    operation("Events.update", lambda: api.update({"identifier": "paid", "schema": {"sum": "number"}}))
    operation(
        "Events.send",
        lambda: api.send({"event": "paid", "email": "bob@example.com"}),
        lambda answer: answer["event"] == "paid",
    )
    operation("Events.remove", lambda: api.remove("paid"), lambda answer: answer["deleted"])
    api = resend.ContactImports
    made = operation(
        "ContactImports.create", lambda: api.create({"file": b"email\nc@d.io\n"}), lambda answer: answer["id"]
    )["id"]
    operation("ContactImports.get", lambda: api.get(made), lambda answer: answer["counts"]["created"] == 1)
    operation("ContactImports.list", lambda: api.list(), lambda answer: answer["data"][0]["id"] == made)


def all_operations():
    for name, api in vars(resend).items():
        if not inspect.isclass(api) or not api.__module__.startswith("resend."):
            continue
        for method, function in vars(api).items():
            is_own = isinstance(function, classmethod) and not method.startswith("_")
            if is_own and not method.endswith("_async"):
                yield f"{name}.{method}", getattr(api, method)


for scenario in (emails, templates, contacts, others):
    scenario()
names, absent = set(), set()
for name, call in all_operations():
    names.add(name)
    if name in done:
        continue
    try:
        call(*dummy(call))
    except Exception as error:
        if "does not have" in str(error):
            absent.add(name)
names.discard("Webhooks.verify")  # without a request
report(names, absent)
