"""postmarker: the operations of its managers. Its pages of the service's own status are another host."""

import inspect
import re

from postmarker.core import PostmarkClient
from recorder import done, failed, key, operation, report, url

client = PostmarkClient(server_token=key(), account_token=key(), root_api_url=url())


def managers_of(owner, path=""):
    """The managers of a client or a manager, by their paths; `status` asks another host."""
    found = {}
    for manager in owner._managers:
        if manager.name != "status":
            name = f"{path}{manager.name}"
            found |= {name: getattr(owner, manager.name)}
            if hasattr(manager, "_managers"):
                found |= managers_of(getattr(owner, manager.name), f"{name}.")
    return found


managers = managers_of(client)
of_every_manager = "call|call_many|expand_responses|update_kwargs|name|model"


def call_of(manager, name):
    def call(*given, **named):
        found = getattr(manager, name)  # a property asks at once
        return found(*given, **named) if callable(found) else found

    return call


methods = {
    f"{manager}.{name}": call_of(of, name)
    for manager, of in managers.items()
    for name, member in inspect.getmembers(type(of))
    if re.match("[a-z]", name)
    and not re.fullmatch(of_every_manager, name)
    and (callable(member) or isinstance(member, property))
}
bob = "bob@example.com"


def ask(operation_name, /, *given, check=lambda answer: True, **named):
    return operation(operation_name, lambda: methods[operation_name](*given, **named), check)


def account():
    made = ask("domains.create", "acme.dev", check=lambda answer: answer.Name == "acme.dev").ID
    ask("domains.all", check=lambda answer: [each.Name for each in answer] == ["acme.dev"])
    ask("domains.get", made, check=lambda answer: answer.Name == "acme.dev")
    path = "pm.acme.dev"
    ask("domains.edit", made, path, check=lambda answer: answer["ReturnPathDomain"] == path)
    ask("domains.verifydkim", made, check=lambda answer: answer["DKIMVerified"])
    ask("domains.verifyreturnpath", made, check=lambda answer: answer["ReturnPathDomainVerified"])
    ask("domains.verifyspf", made)
    ask("domains.rotatedkim", made)
    ask("domains.delete", made)
    made = ask("senders.create", "ann@acme.dev", "Ann", check=lambda answer: answer.Name == "Ann").ID
    ask("senders.all", check=lambda answer: [each.Name for each in answer] == ["Ann"])
    ask("senders.get", made, check=lambda answer: answer.EmailAddress == "ann@acme.dev")
    ask("senders.edit", made, "Anna", check=lambda answer: answer["Name"] == "Anna")
    ask("senders.resend", made)
    ask("senders.verifyspf", made)
    ask("senders.requestnewdkim", made)
    ask("senders.delete", made)
    ask("server.get", check=lambda answer: answer.Name)
    ask("server.edit", Name="S", check=lambda answer: answer["Name"] == "S")


def mails():
    parts = {"HtmlBody": "<p>{{name}}</p>"}
    made = ask("templates.create", "T", "Hi {{name}}", **parts).TemplateId
    ask("templates.all", check=lambda answer: [each.Name for each in answer] == ["T"])
    ask("templates.get", made, check=lambda answer: answer.Subject == "Hi {{name}}")
    ask("templates.edit", made, Name="U", **parts, Subject="Hi {{name}}")
    valid = lambda answer: answer["AllContentIsValid"]
    ask("templates.validate", Subject="Hi {{name}}", **parts, TextBody="x", check=valid)
    mail = {"From": "ann@acme.dev", "To": bob, "Subject": "Hi", "HtmlBody": "<p>x</p>"}
    accepted = lambda answer: answer["ErrorCode"] == 0
    sent = ask("emails.send", **mail, Tag="t", check=accepted)["MessageID"]
    model = {"TemplateId": made, "TemplateModel": {"name": "Bob"}, "From": "ann@acme.dev", "To": bob}
    ask("emails.send_with_template", **model, check=accepted)
    both = lambda answer: [each["ErrorCode"] for each in answer] == [0, 0]
    ask("emails.send_batch", mail, {**mail, "To": "bounce@example.com"}, check=both)
    ask("emails.send_template_batch", model, model)
    ask("messages.outbound.all", check=lambda answer: len(answer) == 6)
    ask("messages.outbound.get", sent, check=lambda answer: answer.Subject == "Hi")
    ask("messages.outbound.get_dump", sent, check=lambda answer: "Subject: Hi" in answer)
    ask("messages.outbound.opens.all", check=lambda answer: answer == [])
    ask("messages.outbound.opens.get", sent)
    found = ask("bounces.all", check=lambda answer: [each.Type for each in answer] == ["HardBounce"])[0]
    ask("bounces.get", found.ID, check=lambda answer: answer.Email == "bounce@example.com")
    ask("bounces.get_dump", found.ID)
    ask("bounces.deliverystats", check=lambda answer: answer["Bounces"])
    ask("bounces.tags")
    ask("bounces.activate", found.ID, check=lambda answer: answer["Message"] == "OK")
    ask("stats.overview", check=lambda answer: answer["Sent"] == 6)
    kinds = "bounces browserfamilies clicks clicks_platforms emailclients location opens opens_platforms"
    for kind in (*kinds.split(), "readtimes", "sends", "spam", "tracked"):
        ask(f"stats.{kind}")
    ask("templates.delete", made)


def refused():
    """The operations without a row, which answer 501."""
    absent = []
    for name in methods.keys() - done:
        given = {"all": [], "edit": ["x9", "x9"]}.get(name.split(".")[-1], ["x9"])
        try:
            methods[name](*given)
            failed[name] = "was answered, and has no row"
        except Exception as error:
            status = getattr(getattr(error.__cause__, "response", None), "status_code", None)
            if status == 501:
                absent.append(name)
            else:
                failed[name] = f"{status} {error}"
    return absent


account()
mails()
report(methods, refused())
