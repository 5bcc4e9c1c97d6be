import type { ForeignWords } from '@org/core/driver';

const text = 'did you mean `text` or `html`?';
const recipients = 'recipients are `to`, `cc` and `bcc`';
const template = 'pass `template: { id, variables }`';
const each = 'pass one message for each to sendEach() or sendBatch()';
const headers = 'pass it in `headers`';
const service = 'where the driver takes it, it goes in `providerOptions`';
const ofCall = 'pass it to send() as an option';

/**
 * What other SDKs call the fields of a message and of its attachments, beside the words in the rows of the
 * fields. The names, and where they were read, are in the test: nodemailer, Resend, SendGrid, Postmark,
 * Mailgun, Mailjet, Brevo and SES v2.
 */
const words: ForeignWords = {
  body: text,
  messages: each,
  messagev: each,
  message: text,
  react: 'React elements: pass `content`, and `render` to createEmailClient()',
  dest: recipients,
  recip: recipients,
  perso: each,
  ismult: each,
  inreply: headers,
  refer: headers,
  templ: template,
  dynamic: template,
  subst: template,
  params: template,
  variables: template,
  context: template,
  tvar: template,
  vars: template,
  hx: headers,
  dsn: service,
  asm: service,
  batchid: service,
  ippool: service,
  topic: service,
  inline: 'inline files are `attachments` with a `contentId`',
  filep: 'content',
  filen: 'filename',
  file: 'attachments',
  base64: 'contentBase64',
  cid: 'contentId',
  type: 'contentType',
  name: 'filename',
  encod: 'contentBase64',
  contentd: 'disposition',
  idemp: ofCall,
  signal: ofCall,
  timeout: ofCall,
};

// A program in one file has been compiled: its errors list the known names.
declare const __ONE_FILE__: true | undefined;
export const foreignWords: ForeignWords = typeof __ONE_FILE__ === 'boolean' ? {} : words;
