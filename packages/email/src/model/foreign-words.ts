import type { ForeignWords } from '@org/core/driver';

const text = 'did you mean `text` or `html`?';
const recipients = 'recipients are `to`, `cc` and `bcc`';
const template = 'pass `template: { id, variables }`';
const headers = 'pass it in `headers`';
const ofCall = 'pass it to send() as an option';

/**
 * What other SDKs call the fields of a message and of its attachments: nodemailer 10, Resend 6, SendGrid's
 * helpers 8, Postmark 5, Mailgun's and Mailjet's HTTP APIs, Brevo, SES v2 (the types of their packages, and
 * their API references).
 */
export const foreignWords: ForeignWords = {
  body: text,
  messages: 'stream',
  message: text,
  html: 'html',
  text: 'text',
  react: 'React elements: pass `content`, and `render` to createEmailClient()',
  amp: 'alternatives',
  ical: 'alternatives',
  dest: recipients,
  recip: recipients,
  perso: 'pass one message for each to sendEach() or sendBatch()',
  from: 'from',
  reply: 'replyTo',
  inreply: headers,
  refer: headers,
  sched: 'sendAt',
  odeliv: 'sendAt',
  templ: template,
  dynamic: template,
  subst: template,
  categ: 'tags',
  otag: 'tags',
  emailtag: 'tags',
  custom: 'metadata',
  track: 'tracking',
  inline: 'inline files are `attachments` with a `contentId`',
  filep: 'content',
  cid: 'contentId',
  type: 'contentType',
  mime: 'contentType',
  name: 'filename',
  encod: 'contentBase64',
  contentd: 'disposition',
  idemp: ofCall,
  signal: ofCall,
  timeout: ofCall,
};
