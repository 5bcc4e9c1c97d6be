import { type AddressInfo, createServer } from 'node:net';
import { fromEnv } from '@org/core';
import { createEmailClient, type EmailDriver } from '@org/email';
import { failover } from '@org/email/failover';
import { mailgun } from '@org/email/mailgun';
import { mailjet } from '@org/email/mailjet';
import { plunk } from '@org/email/plunk';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { smtp } from '@org/email/smtp';
import { given, type Mistake, noneFound, withAnswer } from './mistake.ts';

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: 'Hi' };

/** Sends one message by a client of its own. */
async function sendBy(driver: unknown): Promise<unknown> {
  await using client = createEmailClient({ driver: driver as EmailDriver, retry: false });
  return await client.send(given(message));
}

/** Runs a call against a server that greets as SMTP does, without TLS. */
async function withGreeting(call: (address: AddressInfo) => Promise<unknown>): Promise<unknown> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end('220 smtp.acme.dev ESMTP\r\n');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    return await call(server.address() as AddressInfo);
  } finally {
    server.close();
  }
}

const resendDomain = {
  statusCode: 403,
  message: 'The acme.dev domain is not verified. Please, add and verify your domain',
  name: 'validation_error',
};
const sendgridSender = {
  errors: [{ message: 'The from address does not match a verified Sender Identity.', field: 'from' }],
};

/** Mistakes with the options of email's clients and drivers. */
export const driverMistakes: readonly Mistake[] = [
  {
    source: noneFound,
    what: 'failover(plunk(), smtp())',
    call: () => failover(given(plunk({ apiKey: 'k' })), given(smtp({ host: 'smtp.acme.dev' }))),
    answer: /failover\(\) takes a list of drivers: failover\(\[first\(\), second\(\)\]\), not a driver\./,
  },
  {
    source: noneFound,
    what: "resend('re_key')",
    call: () => resend(given('re_key')),
    answer: /^resend\(\) takes an object: \{ apiKey \}, not a string\./,
  },
  {
    source: 'https://github.com/resend/resend-python/issues/134',
    what: "resend({ api_key: 're_key' })",
    call: () => resend(given({ api_key: 're_key' })),
    answer: /no option "api_key"\. Did you mean "apiKey"\?/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/936',
    what: "sendgrid({ key: 'SG.key' })",
    call: () => sendgrid(given({ key: 'SG.key' })),
    answer: /no option "key"\. Did you mean "apiKey"\?/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/694',
    what: 'createEmailClient({ driver: sendgrid })',
    call: () => createEmailClient(given({ driver: sendgrid })),
    answer: /needs a driver: \{ driver: plunk\(\) \}, with the parentheses/,
  },
  {
    source: noneFound,
    what: 'createEmailClient(plunk())',
    call: () => createEmailClient(given(plunk({ apiKey: 'k' }))),
    answer: /createEmailClient\(\) takes an object: \{ driver \}, not a driver\./,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/1651',
    what: "createEmailClient({ service: 'gmail', auth: { user, pass } })",
    call: () => createEmailClient(given({ service: 'gmail', auth: { user: 'a', pass: 's3cr3t' } })),
    answer:
      /no option "service"\. .*no option "auth"\. A driver takes that: \{ driver: smtp\(\{ host, .*\}\) \}\./,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/1255',
    what: 'smtp({ host, auth: { user, pass } })',
    call: () => smtp(given({ host: 'smtp.acme.dev', auth: { user: 'a', pass: 's3cr3t' } })),
    answer: /no option "auth"\. Pass user and password\./,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/382',
    what: 'smtp({ host, secureConnection, ignoreTLS })',
    call: () => smtp(given({ host: 'smtp.acme.dev', secureConnection: false, ignoreTLS: false })),
    answer: /no option "secureConnection"\..*no option "ignoreTLS"\. Did you mean "requireTls"\?/,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/1172',
    what: "smtp({ host, port: '25' })",
    call: () => smtp(given({ host: 'smtp.acme.dev', port: '25' })),
    answer: /port must be a number from 1 to 65535, not a string\./,
  },
  {
    source: 'https://github.com/gitroomhq/postiz-app/issues/466',
    what: "smtp({ host, secure: 'true' })",
    call: () => smtp(given({ host: 'smtp.acme.dev', secure: 'true' })),
    answer: /secure must be true or false, not a string\./,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/357',
    what: 'smtp({ host, tls: { rejectUnauthorized: false } })',
    call: () => smtp(given({ host: 'smtp.acme.dev', tls: { rejectUnauthorized: false } })),
    answer: /no option "rejectUnauthorized"\. Pass tls\.ca with the certificate/,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/745',
    what: 'smtp({ secure: false }), without a host',
    call: () => smtp(given({ secure: false })),
    answer: /needs the relay's address: set SMTP_HOST, or pass it/,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/889',
    what: "smtp({ preset: 'smtp.gmail.com', user, password })",
    call: () => smtp(given({ preset: 'smtp.gmail.com', user: 'a', password: 's3cr3t' })),
    answer: /preset "smtp\.gmail\.com" is unknown; it is one of brevo, .*gmail/,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/1154',
    what: 'smtp({ secure: true }) to a port that begins without TLS',
    call: () => withGreeting(({ port }) => sendBy(smtp({ host: '127.0.0.1', port, secure: true }))),
    answer: /the TLS handshake failed .*Check port and secure \(true for port 465\)/,
  },
  {
    source: 'https://github.com/forwardemail/email-templates/issues/268',
    what: 'createEmailClient({ driver: nodemailer.createTransport() })',
    call: () => createEmailClient(given({ driver: { sendMail() {} } })),
    answer: /needs a driver: \{ driver: plunk\(\) \}, not an object\./,
  },
  {
    source: 'https://github.com/mailgun/mailgun.js/issues/306',
    what: "mailgun({ username: 'api', key })",
    call: () => mailgun(given({ username: 'api', key: 's3cr3t' })),
    answer: /no option "username"\. .*no option "key"\. Did you mean "apiKey"\?/,
  },
  {
    source: 'https://github.com/mailgun/mailgun.js/issues/40',
    what: "mailgun({ url: 'https://api.eu.mailgun.net' })",
    call: () => mailgun(given({ url: 'https://api.eu.mailgun.net' })),
    answer: /no option "url"\. Did you mean "baseUrl"\?/,
  },
  {
    source: 'https://github.com/mailgun/mailgun-js-boland/issues/268',
    what: "mailgun({ host: 'api.eu.mailgun.net' })",
    call: () => mailgun(given({ host: 'api.eu.mailgun.net' })),
    answer: /no option "host"\. Did you mean "baseUrl"\?/,
  },
  {
    source: 'https://github.com/mailgun/mailgun-js-boland/issues/118',
    what: "mailgun({ domain: 'https://api.mailgun.net/v3/…/messages' })",
    call: () => mailgun(given({ domain: 'https://api.mailgun.net/v3/mg.acme.dev/messages' })),
    answer: /domain must be a domain alone/,
  },
  {
    source: 'https://github.com/mailgun/mailgun.js/issues/388',
    what: 'mailgun({ domain }) of the EU without its region',
    call: () =>
      withAnswer({ status: 401, body: 'Forbidden' }, (baseUrl) =>
        sendBy(mailgun({ apiKey: 's3cr3t', domain: 'mg.acme.dev', baseUrl })),
      ),
    answer: /did not accept the key\. Check `apiKey` and `region`: an account of the EU needs `region: 'eu'`/,
  },
  {
    source: noneFound,
    what: 'postmark({ serverToken })',
    call: () => postmark(given({ serverToken: 's3cr3t' })),
    answer: /no option "serverToken"\. Did you mean "apiKey"\?/,
  },
  {
    source: 'https://github.com/PipedreamHQ/pipedream/issues/10254',
    what: 'postmark({ apiKey }) with the token of the account',
    call: () =>
      withAnswer(
        { status: 401, body: { ErrorCode: 10, Message: 'Request does not contain a valid Server token.' } },
        (baseUrl) => sendBy(postmark({ apiKey: 's3cr3t', baseUrl })),
      ),
    answer: /does not know the token\. Check `apiKey`: it must be a server token/,
  },
  {
    source: 'https://github.com/dubinc/dub/issues/282',
    what: 'resend({ apiKey: process.env.NOT_SET })',
    call: () => sendBy(resend(given({ apiKey: undefined }))),
    answer: /No credential for resend: set RESEND_API_KEY, .*or pass apiKey/,
  },
  {
    source: 'https://github.com/resend/resend-python/issues/44',
    what: "resend({ apiKey: fromEnv('re_…') }), the key as the name",
    call: () => sendBy(resend({ apiKey: fromEnv('re_s3cr3t7rmEF4pwGvbhQi8VS51n7sxMc76mu') })),
    answer: /^No credential for resend: set the variable \(pass its name, not the key\)/,
  },
  {
    source: 'https://github.com/deco-cx/apps/pull/1424',
    what: 'resend({ apiKey: { encrypted, name } })',
    call: () => sendBy(resend(given({ apiKey: { encrypted: 's3cr3t', name: 'KEY' } }))),
    answer: /apiKey must be a string, a Secret or a credential source, not an object\./,
  },
  {
    source: 'https://github.com/mailjet/mailjet-apiv3-nodejs/issues/142',
    what: 'mailjet({ apiKey, secretKey }), both not set',
    call: () => sendBy(mailjet(given({ apiKey: undefined, secretKey: undefined }))),
    answer: /No credential for mailjet: set .*MAILJET_SECRET_KEY/,
  },
  {
    source: 'https://github.com/resend/resend-node/issues/662',
    what: 'resend: from a domain that is not verified',
    call: () =>
      withAnswer({ status: 403, body: resendDomain }, (baseUrl) =>
        sendBy(resend({ apiKey: 's3cr3t', baseUrl })),
      ),
    answer: /Verify the domain of `from`\. The service says: The acme\.dev domain is not verified/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/1088',
    what: 'sendgrid: from the address of a visitor',
    call: () =>
      withAnswer({ status: 403, body: sendgridSender }, (baseUrl) =>
        sendBy(sendgrid({ apiKey: 's3cr3t', baseUrl })),
      ),
    answer: /Verify the address or the domain of `from` with SendGrid/,
  },
];
