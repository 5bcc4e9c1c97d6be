import type { ForeignWords } from '@org/core/driver';

const text = 'did you mean `text` or `html`?';
const recipients = 'recipients are `to`, `cc` and `bcc`';
const template = 'pass `template: { id, variables }`';
const headers = 'pass it in `headers`';
const service = 'where the driver takes it, it goes in `providerOptions`';
const ofCall = 'pass it to send() as an option';

/**
 * What other SDKs call the fields of a message and of its attachments. Read in: nodemailer's lib/mailer and
 * lib/mail-composer; Resend's OpenAPI description; @sendgrid/helpers, classes/mail.d.ts and attachment.d.ts;
 * postmark.js, src/client/models/message/Message.ts; mailgun.js, Types/Messages/Messages.ts;
 * mailjet-apiv3-nodejs, lib/types/api/SendMessage.ts; Brevo's OpenAPI description (SendSmtpEmail);
 * @aws-sdk/client-sesv2, SendEmailRequest.
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
  params: template,
  variables: template,
  context: template,
  title: 'subject',
  importance: 'priority',
  xp: 'priority',
  hx: headers,
  mailsettings: 'sandbox',
  otest: 'sandbox',
  asm: service,
  batchid: service,
  ippool: service,
  topic: service,
  track: 'tracking',
  inline: 'inline files are `attachments` with a `contentId`',
  filep: 'content',
  filen: 'filename',
  file: 'attachments',
  base64: 'contentBase64',
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
