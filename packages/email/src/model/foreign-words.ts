import type { ForeignWords } from '@org/core/driver';

const recipients = 'recipients are `to`, `cc` and `bcc`';
const values = 'pass `template: { id, variables }`';
const ofCall = 'pass it to send() as an option, beside the message';

/**
 * What other SDKs call the fields of a message: nodemailer 10, Resend 6, SendGrid's helpers 8, Postmark 5,
 * Mailgun's and Mailjet's HTTP APIs, Brevo, SES v2 (the types of their packages, and their API references).
 */
export const foreignWords: ForeignWords = {
  body: 'did you mean `text` or `html`?',
  message: 'did you mean `text` or `html`?',
  htmlbody: 'html',
  htmlcontent: 'html',
  htmlpart: 'html',
  textbody: 'text',
  textcontent: 'text',
  textpart: 'text',
  react: 'React elements: pass `content`, and `render` to createEmailClient()',
  amp: 'alternatives',
  icalevent: 'alternatives',
  destination: recipients,
  recipients,
  personalizations: 'pass one message for each to sendEach() or sendBatch()',
  fromemail: 'from',
  fromemailaddress: 'from',
  replytolist: 'replyTo',
  replytoaddresses: 'replyTo',
  inreplyto: 'pass it in `headers`',
  references: 'pass it in `headers`',
  scheduledat: 'sendAt',
  odeliverytime: 'sendAt',
  templateid: values,
  templatealias: values,
  templatename: values,
  templatemodel: values,
  dynamictemplatedata: values,
  templatedata: values,
  substitutions: values,
  categories: 'tags',
  otag: 'tags',
  emailtags: 'tags',
  customargs: 'metadata',
  messagestream: 'stream',
  trackopens: 'tracking',
  tracklinks: 'tracking',
  trackingsettings: 'tracking',
  inline: 'inline files are `attachments` with a `contentId`',
  cid: 'contentId',
  type: 'contentType',
  mimetype: 'contentType',
  name: 'filename',
  encoding: 'contentBase64',
  contentdisposition: 'disposition',
  idempotencykey: ofCall,
  signal: ofCall,
  timeoutms: ofCall,
};
