"""mailjet-rest: the routes of its client, each with the verbs that the service has for it."""

import warnings

from mailjet_rest import ApiError, Client
from mailjet_rest.routes import ROUTE_MAP
from recorder import done, failed, key, operation, report, url

warnings.simplefilter("ignore", DeprecationWarning)
client = Client(auth=(key(), "any"), version="v3", api_url=url())
bob = "bob@example.com"


def ask(route, verb, check=lambda answer: True, /, **given):
    """Runs a verb of a route, and returns the first row of its answer."""
    answered = lambda answer: answer.status_code < 300 and check(rows(answer))
    answer = operation(f"{route}.{verb}", lambda: getattr(getattr(client, route), verb)(**given), answered)
    return (rows(answer) or [None])[0]


def rows(answer):
    return answer.json().get("Data") if answer.content else None


def has(**fields):
    return lambda found: all(found[0].get(name) == value for name, value in fields.items())


def counts(count):
    return lambda found: len(found) == count


def books():
    made = ask("contactslist", "create", has(Name="L"), data={"Name": "L"})["ID"]
    ask("contactslist", "update", has(Name="M"), id=made, data={"Name": "M"})
    ask("contactslist", "get", counts(1))
    ask("contact", "create", has(Email=bob), data={"Email": bob, "Name": "Bob"})
    ask("contact", "update", has(Name="Bobby"), id=bob, data={"Name": "Bobby"})
    ask("contact", "get", has(Name="Bobby"), id=bob)
    kind = {"Name": "plan", "Datatype": "str", "NameSpace": "static"}
    field = ask("contactmetadata", "create", has(Name="plan"), data=kind)["ID"]
    ask("contactmetadata", "get", has(Name="plan"), id=field)
    ask("contactdata", "update", id=bob, data={"Data": [{"Name": "plan", "Value": "pro"}]})
    ask("contactdata", "get", has(Data=[{"Name": "plan", "Value": "pro"}]), id=bob)
    member = {"Email": bob, "Action": "addnoforce"}
    ask("contactslist_managecontact", "create", has(Email=bob), id=made, data=member)
    many = {"Action": "addnoforce", "Contacts": [{"Email": "eve@example.com"}]}
    job = ask("contactslist_managemanycontacts", "create", id=made, data=many)["JobID"]
    ask("contactslist_managemanycontacts", "get", has(Status="Completed"), id=made, action_id=job)
    more = {"Contacts": [{"Email": "fay@example.com"}]}
    job = ask("contact_managemanycontacts", "create", data=more)["JobID"]
    ask("contact_managemanycontacts", "get", has(Status="Completed"), id=job)
    lists = {"ContactsLists": [{"ListID": made, "Action": "addnoforce"}]}
    ask("contact_managecontactslists", "create", id=bob, data=lists)
    ask("contact_getcontactslists", "get", has(ListID=made), id=bob)
    entry = {"ContactALT": "fay@example.com", "ListID": made, "IsUnsubscribed": True}
    recipient = ask("listrecipient", "create", has(IsUnsubscribed=True), data=entry)["ID"]
    change = {"IsUnsubscribed": False}
    ask("listrecipient", "update", has(IsUnsubscribed=False), id=recipient, data=change)
    ask("listrecipient", "get", counts(3), filters={"ContactsList": made})
    ask("listrecipient", "delete", id=recipient)
    segment = ask("contactfilter", "create", data={"Name": "S", "Expression": 'plan="pro"'})["ID"]
    ask("contactfilter", "update", has(Name="T"), id=segment, data={"Name": "T"})
    ask("contactfilter", "get", has(Name="T"), id=segment)
    ask("contactfilter", "delete", id=segment)
    ask("contactmetadata", "delete", id=field)
    ask("contactslist", "delete", id=made)


def account():
    made = ask("sender", "create", has(Status="Active"), data={"Email": "ann@acme.dev", "Name": "Ann"})["ID"]
    ask("sender", "update", has(Name="Anna"), id=made, data={"Name": "Anna"})
    ask("sender", "get", has(Name="Anna"), id=made)
    ask("sender_validate", "create", id=made)
    ask("dns", "get", has(Domain="acme.dev"), id="acme.dev")
    ask("dns_check", "create", has(SPFStatus="OK"), id="acme.dev")
    ask("sender", "delete", id=made)
    made = ask("apikey", "create", has(IsActive=True), data={"Name": "K"})["ID"]
    ask("apikey", "update", has(IsActive=False), id=made, data={"IsActive": False})
    ask("apikey", "get", has(Name="K"), id=made)
    target = "http://127.0.0.1:9/a"
    hook = {"EventType": "open", "Url": target}
    made = ask("eventcallbackurl", "create", has(Url=target), data=hook)["ID"]
    ask("eventcallbackurl", "update", has(Url=f"{target}b"), id=made, data={"Url": f"{target}b"})
    ask("eventcallbackurl", "get", has(Url=f"{target}b"), id=made)
    ask("eventcallbackurl", "delete", id=made)
    ask("user", "get", counts(1))
    ask("myprofile", "get", counts(1))


def mails():
    made = ask("template", "create", has(Name="T"), data={"Name": "T", "Author": "ann"})["ID"]
    ask("template", "update", has(Author="bob"), id=made, data={"Author": "bob"})
    ask("template", "get", has(Author="bob"), id=made)
    ask("template_update", "update", has(Author="cia"), id=made, data={"Author": "cia"})
    content = {"Html-part": "<p>x</p>", "Text-part": "x", "Headers": {"Subject": "Hi"}}
    ask("template_detailcontent", "create", has(**{"Text-part": "x"}), id=made, data=content)
    ask("template_detailcontent", "get", has(**{"Html-part": "<p>x</p>"}), id=made)
    old = {"FromEmail": "ann@acme.dev", "Recipients": [{"Email": bob}], "Subject": "Hi", "Text-part": "x"}
    accepted = lambda answer: answer.json()["Sent"]
    sent = operation("send.create", lambda: client.send.create(data=old), accepted)
    message = sent.json()["Sent"][0]["MessageID"]
    newer = Client(auth=(key(), "any"), version="v3.1", api_url=url())
    mail = {"From": {"Email": "ann@acme.dev"}, "To": [{"Email": bob}], "TemplateID": made}
    succeeded = lambda answer: answer.json()["Messages"][0]["Status"] == "success"
    operation("send.create v3.1", lambda: newer.send.create(data={"Messages": [mail]}), succeeded)
    ask("message", "get", counts(2))
    ask("messagehistory", "get", has(EventType="sent"), id=message)
    ask("messageinformation", "get", counts(2))
    of = {"CounterSource": "APIKey", "CounterTiming": "Message", "CounterResolution": "Lifetime"}
    ask("statcounters", "get", has(MessageSentCount=2), filters=of)
    ask("template", "delete", id=made)


def status(route, verb, given):
    try:
        return getattr(getattr(client, route), verb)(**given).status_code
    except ApiError as error:
        return error.__cause__.response.status_code


def refused():
    """The routes without a row, which answer 501."""
    absent = []
    for route in sorted(set(ROUTE_MAP) - {name.split(".")[0] for name in done}):
        path = ROUTE_MAP[route].path
        given = {"id": 1} if "{id}" in path else {}
        given |= {"action_id": 1} if "{action_id}" in path else {}
        answers = [status(route, "get", given), status(route, "create", {**given, "data": {}})]
        if 501 in answers and all(status in (501, 404, 405) for status in answers):
            absent.append(route)
        else:
            failed[route] = f"has no row, and answers {answers}"
    return absent


books()
account()
mails()
absent = refused()
report([*done, *absent, *failed], absent)
