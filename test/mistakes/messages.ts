import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { resend } from '@org/email/resend';
import { given, type Mistake, noneFound } from './mistake.ts';

const email = createEmailClient({ driver: resend({ apiKey: 're_key' }) });
const send = (fields: object, options?: unknown) => () =>
  email.send(
    given({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', ...fields }),
    given(options),
  );

/** Mistakes with messages, and with the options of sending. */
export const messageMistakes: readonly Mistake[] = [
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/40',
    what: 'send({ body })',
    call: send({ body: 'Hi' }),
    answer: /`body` is not a field; did you mean `text` or `html`\?/,
  },
  {
    source: 'https://github.com/hiteshchoudhary/ama-app/issues/32',
    what: 'send({ react })',
    call: send({ react: {} }),
    answer: /`react` is not a field; React elements: pass `content`, and `render` to createEmailClient\(\)/,
  },
  {
    source: 'https://github.com/resend/react-email/issues/1924',
    what: 'send({ html: render(<Email />) }), a Promise',
    call: send({ html: Promise.resolve('<p>Hi</p>') }),
    answer: /`html` must be a string, not a Promise: await it first\./,
  },
  {
    source: 'https://github.com/resend/resend-node/pull/47',
    what: 'send({ reply_to })',
    call: send({ text: 'Hi', reply_to: 'eve@acme.dev' }),
    answer: /`reply_to` is not a field; did you mean `replyTo`\?/,
  },
  {
    source: 'https://github.com/anymail/django-anymail/issues/396',
    what: 'send({ scheduled_at })',
    call: send({ text: 'Hi', scheduled_at: '2026-01-01T00:00:00Z' }),
    answer: /`scheduled_at` is not a field; did you mean `sendAt`\?/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/392',
    what: 'send({ sendAt: 1497149516 })',
    call: send({ text: 'Hi', sendAt: 1_497_149_516 }),
    answer: /`sendAt` must be a valid Date, such as new Date\(seconds \* 1000\)/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/1283',
    what: 'send({ templateID, dynamic_template_data })',
    call: send({ templateID: 'd-1', dynamic_template_data: { item: 1 } }),
    answer: /`templateID` is not a field; pass `template: \{ id, variables \}`/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/696',
    what: 'send({ personalizations })',
    call: send({ text: 'Hi', personalizations: [{ to: [{ email: 'bob@example.com' }] }] }),
    answer: /`personalizations` is not a field; pass one message for each to sendEach\(\) or sendBatch\(\)/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/981',
    what: 'send({ to: { email, name } })',
    call: send({ text: 'Hi', to: { email: 'bob@example.com', name: 'Bob' } }),
    answer: /`to` must be a string or \{ address, name \}, not \{ email, name \}/,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/303',
    what: 'send({ attachments: [{ filename, path }] })',
    call: send({ text: 'Hi', attachments: [{ filename: 'a.txt', path: '/tmp/a.txt' }] }),
    answer: /`attachments\[0\]` is not valid: `content` must hold the bytes: files and URLs are never opened/,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/985',
    what: 'send({ attachments: [{ filename, filepath }] })',
    call: send({ text: 'Hi', attachments: [{ filename: 'a.txt', filepath: '/tmp/a.txt' }] }),
    answer: /`filepath` is not a field; did you mean `content`\?/,
  },
  {
    source: noneFound,
    what: 'send({ From, To, Subject, HtmlBody })',
    call: () =>
      email.send(given({ From: 'a@acme.dev', To: 'b@example.com', Subject: 'Hi', HtmlBody: '<p>' })),
    answer: /`From` is not a field; did you mean `from`\?/,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/1182',
    what: 'send(message, callback)',
    call: send({ text: 'Hi' }, () => {}),
    answer: /^send\(\) takes an object: \{ signal \}, not a function: .*callbacks are not taken/,
  },
  {
    source: noneFound,
    what: "send('bob@example.com', 'Hi', 'text')",
    call: () => email.send(given('bob@example.com'), given('Hi')),
    answer: /must be an object, \{ from, to, subject, text \}, not a string/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/1309',
    what: 'send([message, message])',
    call: () => email.send(given([{}, {}])),
    answer: /not a list: sendEach\(\) and sendBatch\(\) take lists/,
  },
  {
    source: 'https://github.com/resend/resend-node/issues/644',
    what: 'send(message, { idempotency_key })',
    call: send({ text: 'Hi' }, { idempotency_key: 'k' }),
    answer: /send\(\) has no option "idempotency_key"\. Did you mean "idempotencyKey"\?/,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/540',
    what: 'send({ tls: { rejectUnauthorized: false } })',
    call: send({ text: 'Hi', tls: { rejectUnauthorized: false } }),
    answer: /`tls` is not a field; /,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/625',
    what: "send({ to: 'email@xyz.com;email@abc.com' })",
    call: send({ text: 'Hi', to: 'email@xyz.com;email@abc.com' }),
    answer: /`to` looks like a group or has an unquoted : or ;/,
  },
  {
    source: 'https://github.com/eleith/emailjs/issues/190',
    what: "send({ to: 'Roberto <>' })",
    call: send({ text: 'Hi', to: 'Roberto <>' }),
    answer: /`to` (?:is empty|has no @|has no address)/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/1362',
    what: 'send({ to: [] })',
    call: send({ text: 'Hi', to: [] }),
    answer: /`to` must have at least one recipient/,
  },
  {
    source: 'https://github.com/yads/nodemailer-express-handlebars/issues/43',
    what: "send({ template: 'main', context })",
    call: send({ template: 'main', context: { value: 1 } }),
    answer: /`context` is not a field; pass `template: \{ id, variables \}`/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/676',
    what: 'send({ templateId, substitutions })',
    call: send({ text: 'Hi', substitutions: { userName: 'Bob' } }),
    answer: /`substitutions` is not a field; pass `template: \{ id, variables \}`/,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/657',
    what: 'send({ attachments: [{ filename, contents }] })',
    call: send({ text: 'Hi', attachments: [{ filename: 'a.csv', contents: 'a,b' }] }),
    answer: /`contents` is not a field; did you mean `content`\?/,
  },
  {
    source: 'https://github.com/mailjet/mailjet-apiv3-nodejs/issues/2',
    what: "send({ attachments: [{ Filename, 'Content-type', content }] })",
    call: send({
      text: 'Hi',
      attachments: [{ Filename: 'a.zip', 'Content-type': 'application/zip', content: 'a' }],
    }),
    answer: /`Filename` is not a field; did you mean `filename`\?/,
  },
  {
    source: 'https://github.com/mailjet/mailjet-apiv3-nodejs/issues/87',
    what: 'send({ attachments: [{ ContentType, filename, Base64Content }] })',
    call: send({ text: 'Hi', attachments: [{ filename: 'a.txt', Base64Content: 'YQ==' }] }),
    answer: /`Base64Content` is not a field; did you mean `contentBase64`\?/,
  },
  {
    source: 'https://github.com/mailjet/mailjet-apiv3-nodejs/issues/114',
    what: 'send({ attachments: { filename, content } })',
    call: send({ text: 'Hi', attachments: { filename: 'a.csv', content: 'a' } }),
    answer: /`attachments` must be an array, not an object/,
  },
  {
    source: 'https://github.com/mailjet/mailjet-apiv3-nodejs/issues/63',
    what: "send({ attachments: [{ filename: 'xyz.pdf' }] })",
    call: send({ text: 'Hi', attachments: [{ filename: 'xyz.pdf' }] }),
    answer: /`content` is missing, and so is `contentBase64`/,
  },
  {
    source: 'https://github.com/nodemailer/nodemailer/issues/1459',
    what: 'send({ attachments: [{ filename, content: {} }] })',
    call: send({ text: 'Hi', attachments: [{ filename: 'a.json', content: { a: 1 } }] }),
    answer: /`attachments\[0\]\.content` must be bytes, a text, .*, not an object/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/pull/505',
    what: 'send({ attachments: [{ filename, content: JSON of a Buffer }] })',
    call: send({
      text: 'Hi',
      attachments: [{ filename: 'a', content: { type: 'Buffer', data: [97] } }],
    }),
    answer:
      /`attachments\[0\]\.content` must be bytes, .*, not a Buffer as JSON: Buffer\.from\(content\.data\)/,
  },
  {
    source: 'https://github.com/sendgrid/sendgrid-nodejs/issues/634',
    what: 'send({ file: { filename, content } })',
    call: send({ text: 'Hi', file: { filename: 'a.xlsx', content: 'a' } }),
    answer: /`file` is not a field; did you mean `attachments`\?/,
  },
  {
    source: 'https://github.com/mailjet/mailjet-apiv3-php/issues/26',
    what: "send({ FromEmail, 'Text-Part', Recipients })",
    call: () =>
      email.send(
        given({ FromEmail: 'a@acme.dev', 'Text-Part': 'Hi', Recipients: [{ Email: 'b@example.com' }] }),
      ),
    answer: /`FromEmail` is not a field; did you mean `from`\?/,
  },
  {
    source: 'https://github.com/resend/resend-php/issues/67',
    what: 'sendBatch({ 1: message, 2: message })',
    call: () => email.sendBatch(given({ 1: {}, 2: {} })),
    answer: /^sendBatch\(\) takes a list of messages, not an object/,
  },
  {
    source: 'https://github.com/remix-run/react-router/pull/8780',
    what: 'send(message, { signal: controller })',
    call: send({ text: 'Hi' }, { signal: new AbortController() }),
    answer: /signal must be an AbortSignal, not an AbortController: pass its signal\./,
  },
  {
    source: noneFound,
    what: "send({ from: ['ann@acme.dev'] })",
    call: send({ text: 'Hi', from: ['ann@acme.dev'] }),
    answer: /`from` must be a string or \{ address, name \}, not a list/,
  },
  {
    source: noneFound,
    what: 'createEmailClient({ driver, from })',
    call: () => createEmailClient(given({ driver: plunk({ apiKey: 'k' }), from: 'ann@acme.dev' })),
    answer: /no option "from"\. Pass it with each message\./,
  },
];

export const closeEmail = () => email.close();
