import type { Mistake } from './mistake.ts';

const head = `from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi'`;
const content = `${head}, text: 'Hi'`;
const file = `filename: 'a.png'`;

const mail = (fields: string) => `void email.send({ ${fields} });`;

/** A field of a message that is missing. */
const incomplete = (fields: string, field: string): Mistake => ({
  wrong: mail(fields),
  right: mail(content),
  field,
  cure: 'from, to, subject, and html or text',
});

const ofMessages: readonly Mistake[] = [
  incomplete('', 'MessageToSend'),
  incomplete(head, 'text'),
  incomplete(`from: 'a@acme.dev', to: 'b@example.com', text: 'Hi'`, 'subject'),
  incomplete(`from: 'a@acme.dev', subject: 'Hi', text: 'Hi'`, 'to'),
  incomplete(`to: 'b@example.com', subject: 'Hi', text: 'Hi'`, 'from'),
  {
    wrong: mail(`${head}, body: '<p>Hi</p>'`),
    right: mail(`${head}, html: '<p>Hi</p>'`),
    field: 'body',
    cure: 'use `text` or `html`',
  },
  {
    wrong: mail(`${head}, react: {}`),
    right: mail(`${head}, content: {}`),
    field: 'react',
    cure: '`content`',
  },
  {
    wrong: mail(`${content}, tags: { campaign: 'spring' }`),
    right: mail(`${content}, tags: [{ name: 'campaign', value: 'spring' }]`),
    field: 'tags',
    cure: '[{ name, value }]',
  },
  {
    wrong: mail(`${content}, tags: 'spring'`),
    right: mail(`${content}, tags: ['spring']`),
    field: 'tags',
    cure: '[{ name, value }]',
  },
  {
    wrong: mail(`${content}, scheduledAt: 'in 1 min'`),
    right: mail(`${content}, sendAt: new Date()`),
    field: 'scheduledAt',
    cure: '`sendAt`',
  },
  {
    wrong: mail(`${content}, reply_to: 'c@example.com'`),
    right: mail(`${content}, replyTo: 'c@example.com'`),
    field: 'reply_to',
    cure: '`replyTo`',
  },
  {
    wrong: mail(`from: 'a@acme.dev', to: 'b@example.com', templateId: 'welcome'`),
    right: mail(`from: 'a@acme.dev', to: 'b@example.com', template: { id: 'welcome' }`),
    field: 'templateId',
    cure: 'template: { id, variables }',
  },
  {
    wrong: mail(`to: 'b@example.com', template: { id: 'welcome' }, dynamicTemplateData: { name: 'Bob' }`),
    right: mail(`to: 'b@example.com', template: { id: 'welcome', variables: { name: 'Bob' } }`),
    field: 'dynamicTemplateData',
    cure: 'template: { id, variables }',
  },
  {
    wrong: mail(`from: 'a@acme.dev', subject: 'Hi', text: 'Hi', personalizations: [{ to: 'b@example.com' }]`),
    right: `void email.sendBatch([{ ${content} }]);`,
    field: 'personalizations',
    cure: 'sendBatch([',
  },
  {
    wrong: mail(`${content}, icalEvent: { content: 'BEGIN:VCALENDAR' }`),
    right: mail(`${content}, alternatives: [{ contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }]`),
    field: 'icalEvent',
    cure: 'alternatives: [{ contentType',
  },
  {
    wrong: mail(`${content}, inReplyTo: '<1@acme.dev>'`),
    right: mail(`${content}, headers: { 'In-Reply-To': '<1@acme.dev>' }`),
    field: 'inReplyTo',
    cure: 'headers: {',
  },
  {
    wrong: mail(`from: 'a@acme.dev', to: { email: 'b@example.com' }, subject: 'Hi', text: 'Hi'`),
    right: mail(`from: 'a@acme.dev', to: { address: 'b@example.com' }, subject: 'Hi', text: 'Hi'`),
    field: 'email',
    cure: '{ address, name }',
  },
  {
    wrong: mail(`from: 'a@acme.dev', to: [{ email: 'b@example.com' }], subject: 'Hi', text: 'Hi'`),
    right: mail(`from: 'a@acme.dev', to: [{ address: 'b@example.com' }], subject: 'Hi', text: 'Hi'`),
    field: 'email',
    cure: '{ address, name }',
  },
];

const ofFiles: readonly Mistake[] = [
  ['path', `path: './a.png'`, `content: new Uint8Array()`, 'pass its bytes as `content`'],
  ['href', `href: 'https://acme.dev/a.png'`, `content: new Uint8Array()`, 'pass its bytes as `content`'],
  ['cid', `content: 'x', cid: 'logo'`, `content: 'x', contentId: 'logo'`, '`contentId`'],
  ['encoding', `content: 'eA==', encoding: 'base64'`, `contentBase64: 'eA=='`, '`contentBase64`'],
  ['type', `content: 'x', type: 'image/png'`, `content: 'x', contentType: 'image/png'`, '`contentType`'],
].map(([field = '', wrong = '', right = '', cure = '']) => ({
  wrong: mail(`${content}, attachments: [{ ${file}, ${wrong} }]`),
  right: mail(`${content}, attachments: [{ ${file}, ${right} }]`),
  field,
  cure,
}));

const ofDrivers: readonly Mistake[] = [
  {
    wrong: `void createEmailClient({ driver: plunk() }).send({ ${content}, sendAt: new Date() });`,
    right: mail(`${content}, sendAt: new Date()`),
    field: '`sendAt`',
    cure: 'use another driver',
  },
  {
    wrong: `void createEmailClient({ driver: smtp() }).send({ to: 'b@example.com', template: { id: 'x' } });`,
    right: mail(`to: 'b@example.com', template: { id: 'x' }`),
    field: '`template`',
    cure: 'use `html` or `text`',
  },
  {
    wrong: mail(`from: 'a@acme.dev', to: 'b@example.com', raw: 'Subject: Hi'`),
    right: `void createEmailClient({ driver: smtp() }).send({
      from: 'a@acme.dev', to: 'b@example.com', raw: 'Subject: Hi',
    });`,
    field: '`raw`',
    cure: 'use `html` or `text`, or another driver',
  },
  {
    wrong: `createEmailClient({ driver: plunk });`,
    right: `createEmailClient({ driver: plunk() });`,
    field: 'driver',
    cure: 'plunk(), with the parentheses',
  },
  {
    wrong: `createEmailClient({ driver: resend(), apiKey: 're_x' });`,
    right: `createEmailClient({ driver: resend({ apiKey: 're_x' }) });`,
    field: 'apiKey',
    cure: '{ driver: resend({ apiKey }) }',
  },
  {
    wrong: 'failover(resend(), smtp());',
    right: 'failover([resend(), smtp()]);',
    field: 'list',
    cure: 'failover([resend(), smtp()])',
  },
  {
    wrong: `smtp({ host: 'smtp.acme.dev', auth: { user: 'a', pass: 'b' } });`,
    right: `smtp({ host: 'smtp.acme.dev', user: 'a', password: 'b' });`,
    field: 'auth',
    cure: '`user` and `password`',
  },
  {
    wrong: `smtp({ service: 'SES' });`,
    right: `smtp({ preset: 'ses', region: 'eu-west-1' });`,
    field: 'service',
    cure: '`preset`',
  },
];

/** What users of Nodemailer, Resend and SendGrid write first. */
export const emailMistakes: readonly Mistake[] = [...ofMessages, ...ofFiles, ...ofDrivers];
