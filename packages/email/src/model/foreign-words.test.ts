import { fieldHint } from '@org/core/driver';
import { describe, expect, it } from 'vitest';
import { wordsOfFields } from './message/read-message.ts';

const foreignWords = wordsOfFields();

const message = [
  ...['from', 'to', 'cc', 'bcc', 'replyTo', 'sender', 'envelopeFrom', 'messageId', 'alternatives', 'subject'],
  ...[
    'html',
    'text',
    'template',
    'attachments',
    'headers',
    'priority',
    'listUnsubscribe',
    'tags',
    'metadata',
  ],
  ...['recipientVisibility', 'sendAt', 'date', 'raw', 'tracking', 'stream', 'sandbox', 'providerOptions'],
];
const attachment = ['filename', 'content', 'contentBase64', 'contentType', 'disposition', 'contentId'];

/** Names of other SDKs, by the word that their hint must have. */
type Names = Readonly<Record<string, readonly string[]>>;

const ofMessages: Readonly<Record<string, Names>> = {
  // nodemailer 10, types of mailer and mail-composer; nodemailer-express-handlebars, README.
  nodemailer: {
    alternatives: ['amp', 'icalEvent'],
    headers: ['inReplyTo', 'references'],
    template: ['context'],
    providerOptions: ['dsn'],
    envelopeFrom: ['envelope'],
    listUnsubscribe: ['list'],
  },
  // Resend's OpenAPI description, SendEmailRequest; the options of resend-node.
  resend: {
    replyTo: ['reply_to'],
    sendAt: ['scheduled_at', 'scheduledAt'],
    providerOptions: ['topic_id', 'topicId'],
    content: ['react'],
    option: ['idempotencyKey'],
  },
  // @sendgrid/helpers 8, classes/mail.d.ts: MailData and MailJSON.
  sendgrid: {
    template: ['templateId', 'template_id', 'dynamicTemplateData', 'dynamic_template_data', 'substitutions'],
    sendEach: ['personalizations', 'isMultiple'],
    tags: ['categories', 'category'],
    metadata: ['customArgs', 'custom_args'],
    tracking: ['trackingSettings', 'tracking_settings'],
    sandbox: ['mailSettings', 'mail_settings'],
    providerOptions: ['asm', 'batchId', 'batch_id', 'ipPoolName', 'ip_pool_name'],
    replyTo: ['reply_to_list'],
  },
  // postmark 5, client/models/message/Message.d.ts.
  postmark: {
    from: ['From'],
    html: ['HtmlBody'],
    text: ['TextBody'],
    tags: ['Tag'],
    stream: ['MessageStream'],
    tracking: ['TrackOpens', 'TrackLinks'],
    template: ['TemplateAlias', 'TemplateModel'],
  },
  // mailgun.js 14, Types/Messages/Messages.d.ts.
  mailgun: {
    alternatives: ['amp-html'],
    attachments: ['attachment', 'inline'],
    template: ['t:variables'],
    tags: ['o:tag'],
    sendAt: ['o:deliverytime'],
    sandbox: ['o:testmode'],
    tracking: ['o:tracking', 'o:tracking-clicks'],
    headers: ['h:X-My-Header'],
    html: ['message'],
  },
  // node-mailjet 6, declarations/types/api/SendEmail.d.ts, v3 and v3.1.
  mailjet: {
    sendEach: ['Messages'],
    from: ['FromEmail', 'FromName'],
    to: ['Recipients'],
    text: ['TextPart'],
    html: ['HTMLPart'],
    template: ['TemplateID', 'TemplateLanguage', 'Variables', 'Vars'],
    attachments: ['InlinedAttachments'],
    metadata: ['CustomID', 'EventPayload'],
    tracking: ['TrackOpens', 'TrackClicks'],
    sandbox: ['SandboxMode'],
  },
  // Brevo's OpenAPI description, sendTransacEmail.
  brevo: {
    html: ['htmlContent'],
    text: ['textContent'],
    template: ['templateId', 'params'],
    sendEach: ['messageVersions'],
    sendAt: ['scheduledAt'],
    providerOptions: ['batchId'],
  },
  // @aws-sdk/client-sesv2 3, SendEmailRequest.
  ses: {
    from: ['FromEmailAddress'],
    to: ['Destination'],
    replyTo: ['ReplyToAddresses'],
    tags: ['EmailTags'],
  },
  // What people write: `body` of fetch and of forms, and the options of a call.
  people: { html: ['body'], attachments: ['file'], option: ['signal', 'timeout'] },
};

const ofAttachments: Names = {
  // nodemailer; @sendgrid/helpers, classes/attachment.d.ts; Postmark; Brevo; node-mailjet.
  content: ['filePath', 'contents'],
  contentBase64: ['encoding', 'Base64Content'],
  contentId: ['cid', 'content_id', 'ContentID'],
  contentType: ['type', 'ContentType'],
  disposition: ['contentDisposition'],
  filename: ['name', 'Name', 'Filename', 'fileName'],
};

const rows = [
  ...Object.entries(ofMessages).flatMap(([sdk, names]) => rowsOf(sdk, names, message)),
  ...rowsOf('attachments', ofAttachments, attachment),
];

describe('names of other SDKs', () => {
  it.each(rows)('$sdk: $name is $ours', ({ name, ours, known }) => {
    expect(fieldHint(name, known, foreignWords)).toMatch(new RegExp(`\\b${ours}\\b`));
    expect(fieldHint(name, known, foreignWords)).not.toContain('known are');
  });

  it('no word is without a name that somebody uses', () => {
    const names = rows.map(({ name }) => name.toLowerCase().replace(/[^a-z\d]/g, ''));
    const unused = Object.keys(foreignWords).filter((word) => !names.some((name) => name.startsWith(word)));
    expect(unused).toEqual([]);
  });
});

function rowsOf(sdk: string, words: Names, known: readonly string[]) {
  return Object.entries(words).flatMap(([ours, names]) => names.map((name) => ({ sdk, name, ours, known })));
}
