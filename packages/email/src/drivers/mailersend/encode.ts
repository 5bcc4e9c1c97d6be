import type { HttpRequest } from '@org/core';
import {
  type Attachment,
  cannotCarry,
  type EmailAddress,
  encodeBase64,
  type PreparedMessage,
  recipientsOf,
  refuseOtherType,
  tagText,
  undefinedIfEmpty,
} from '../../driver.ts';
import { readMailerSendOptions } from './options.ts';

type Options = ReturnType<typeof readMailerSendOptions>;

/** `POST /email` (developers.mailersend.com, "Email", "Send an email"). */
export function encodeSend(message: PreparedMessage): HttpRequest {
  const options = readMailerSendOptions(message);
  const { from, to, cc, bcc, replyTo, template, tags, sendAt, attachments } = message;
  return {
    method: 'POST',
    path: '/email',
    json: {
      from: from && toMailbox(from),
      to: to.map(toMailbox),
      cc: undefinedIfEmpty(cc.map(toMailbox)),
      bcc: undefinedIfEmpty(bcc.map(toMailbox)),
      reply_to: replyTo[0] && toMailbox(replyTo[0]),
      ...toContent(message, options),
      template_id: template?.id,
      personalization: toPersonalization(message, options),
      attachments: undefinedIfEmpty(attachments.map(toAttachment)),
      tags: undefinedIfEmpty(tags.map(tagText)),
      // Not earlier than asked for.
      send_at: sendAt && Math.ceil(sendAt.getTime() / 1_000),
      settings: toSettings(message, options),
      ...toHeaders(message, options),
    },
  };
}

const toMailbox = ({ address, name }: EmailAddress) => ({ email: address, name });

function toAttachment(attachment: Attachment, index: number) {
  const { filename, content, disposition, contentId } = attachment;
  refuseOtherType('mailersend', attachment, index);
  return { filename, content: encodeBase64(content), disposition, id: contentId };
}

// MailerSend fills `{{name}}` and runs `{% … %}`; `{$name}` is its older form.
const delimiter = /\{(?=[{%$])/g;

function toContent({ subject, html, text, template }: PreparedMessage, { data }: Options) {
  if (template !== undefined) {
    if (html !== undefined) throw cannotCarry('mailersend', 'html', 'is not possible with a template');
    return { subject };
  }
  if (data !== undefined) return { subject, html, text };
  for (const [path, value = ''] of [['subject', subject] as const, ['text', text] as const]) {
    const advice = 'Change it, or give providerOptions.mailersend.data to let MailerSend fill it in.';
    if (value.search(delimiter) !== -1)
      throw cannotCarry('mailersend', path, 'has {{, {% or {$, which MailerSend replaces', advice);
  }
  return { subject, html: html?.replace(delimiter, '&#123;'), text };
}

/** The same values for every recipient. */
function toPersonalization(message: PreparedMessage, options: Options) {
  const values = message.template?.variables ?? options.data;
  if (values === undefined || values.size === 0) return undefined;
  const data = Object.fromEntries(values);
  return recipientsOf(message).map((email) => ({ email, data }));
}

function toSettings({ tracking }: PreparedMessage, { trackContent }: Options) {
  const { opens, clicks } = tracking;
  if ([opens, clicks, trackContent].every((value) => value === undefined)) return undefined;
  return { track_opens: opens, track_clicks: clicks, track_content: trackContent };
}

/** Some headers are separate fields; the others need a plan with custom headers. */
function toHeaders({ headers }: PreparedMessage, { precedenceBulk }: Options) {
  const find = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  const others = headers.filter(({ name }) => !ownFields.includes(name.toLowerCase()));
  return {
    in_reply_to: find('in-reply-to'),
    references: find('references')?.trim().split(/\s+/),
    list_unsubscribe: find('list-unsubscribe'),
    precedence_bulk: precedenceBulk,
    headers: undefinedIfEmpty(others.map(({ name, value }) => ({ name, value }))),
  };
}

const ownFields = ['in-reply-to', 'references', 'list-unsubscribe'];
