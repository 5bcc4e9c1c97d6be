import type { SdkLine } from './sdk-line.ts';

/** For Python. */
export const pythonLines: readonly SdkLine[] = [
  {
    language: 'Python',
    name: 'sendgrid',
    version: '6.12.5',
    line: 'SendGridAPIClient(host=os.environ["SENDGRID_BASE_URL"])',
    send: `
import os
from sendgrid import SendGridAPIClient
from sendgrid.helpers.mail import Mail
client = LINE
client.send(Mail("ann@acme.dev", "bob@example.com", "Hi", plain_text_content="Hi"))
`,
  },
  {
    language: 'Python',
    name: 'mailersend',
    version: '2.2.0',
    line: 'MailerSendClient(base_url=os.environ["MAILERSEND_BASE_URL"])',
    send: `
import os
from mailersend import EmailBuilder, MailerSendClient
client = LINE
mail = EmailBuilder().from_email("ann@acme.dev").to_many([{"email": "bob@example.com"}])
client.emails.send(mail.subject("Hi").text("Hi").build())
`,
  },
  {
    language: 'Python',
    name: 'mailgun',
    version: '1.10.0',
    line: 'Client(auth=("api", key), api_url=os.environ["MAILGUN_BASE_URL"])',
    send: `
import os
from mailgun.client import Client
key = os.environ["MAILGUN_API_KEY"]
client = LINE
data = {"from": "ann@acme.dev", "to": "bob@example.com", "subject": "Hi", "text": "Hi"}
client.messages.create(data=data, domain=os.environ["MAILGUN_DOMAIN"])
`,
  },
  {
    language: 'Python',
    name: 'mailjet-rest',
    version: '1.9.1',
    line: 'Client(auth=(key, secret), version="v3.1", api_url=os.environ["MAILJET_BASE_URL"])',
    send: `
import os
from mailjet_rest import Client
key, secret = os.environ["MAILJET_API_KEY"], os.environ["MAILJET_SECRET_KEY"]
client = LINE
sender, recipient = {"Email": "ann@acme.dev"}, {"Email": "bob@example.com"}
mail = {"From": sender, "To": [recipient], "Subject": "Hi", "TextPart": "Hi"}
client.send.create(data={"Messages": [mail]})
`,
  },
  {
    language: 'Python',
    name: 'brevo-python',
    version: '5.1.0',
    line: 'Brevo(api_key=key, base_url=os.environ["BREVO_BASE_URL"])',
    send: `
import os
from brevo import Brevo
from brevo.transactional_emails import SendTransacEmailRequestSender, SendTransacEmailRequestToItem
key = os.environ["BREVO_API_KEY"]
client = LINE
client.transactional_emails.send_transac_email(
    sender=SendTransacEmailRequestSender(email="ann@acme.dev"),
    to=[SendTransacEmailRequestToItem(email="bob@example.com")],
    subject="Hi",
    text_content="Hi",
)
`,
  },
  {
    language: 'Python',
    name: 'ElasticEmail',
    version: '4.4.0',
    line: 'Configuration(host=os.environ["ELASTICEMAIL_BASE_URL"], api_key={"apikey": key})',
    send: `
import os
from ElasticEmail import ApiClient, Configuration, EmailsApi
key = os.environ["ELASTICEMAIL_API_KEY"]
setup = LINE
content = {"From": "ann@acme.dev", "Subject": "Hi", "Body": [{"ContentType": "PlainText", "Content": "Hi"}]}
with ApiClient(setup) as client:
    mail = {"Recipients": {"To": ["bob@example.com"]}, "Content": content}
    EmailsApi(client).emails_transactional_post(mail)
`,
  },
  {
    language: 'Python',
    name: 'postmarker',
    version: '1.0',
    line: 'PostmarkClient(server_token=key, root_api_url=os.environ["POSTMARK_BASE_URL"])',
    send: `
import os
from postmarker.core import PostmarkClient
key = os.environ["POSTMARK_API_KEY"]
client = LINE
client.emails.send(From="ann@acme.dev", To="bob@example.com", Subject="Hi", TextBody="Hi")
`,
  },
];
