import type { HttpRequest, ServiceResponse } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import {
  encodeFilesApart,
  encodeTags,
  formatMailboxes,
  headersOf,
  isoSeconds,
  lookUp,
  messageOptions,
  oneOf,
  ownValue,
  type PreparedMessage,
  type RecipientAnswer,
  readFilledText,
  receiptByAddress,
  refuseBesideTemplate,
  undefinedIfBare,
} from '../../driver.ts';
import { refusedAs } from '../../tables/index.ts';
import { deniedReasons, refusals } from './errors.ts';

const statuses: readonly unknown[] = ['sent', 'queued', 'scheduled', 'rejected', 'invalid'];

/** One answer for each recipient; a success may hold refusals. */
const answersOf = (response: ServiceResponse): readonly unknown[] => {
  const list = response.json();
  return Array.isArray(list) && list.every((item) => statuses.includes(ownValue(item, 'status'))) ? list : [];
};

export const sendRequest = defineRequest({
  safety: 'unsafe',
  encode: encodeSend,
  isAccepted: (response) => answersOf(response).length > 0,
  decode: (response, message) =>
    receiptByAddress(message, answersOf(response), (item) => textAt(item, 'email') ?? '', toRecipientAnswer),
});

function toRecipientAnswer(item: unknown): RecipientAnswer {
  const [status, messageId] = [textAt(item, 'status'), textAt(item, '_id')];
  if (status !== 'rejected' && status !== 'invalid') return { messageId };
  const code = textAt(item, 'reject_reason') ?? status;
  const kind = lookUp(deniedReasons, code) ? 'recipient-suppressed' : lookUp(refusals, code);
  return { error: refusedAs(kind ?? 'recipient-rejected', { provider: 'mandrill', code }) };
}

const optionReaders = {
  subaccount: readFilledText,
  ipPool: readFilledText,
  returnPathDomain: readFilledText,
  mergeLanguage: oneOf('mailchimp', 'handlebars'),
};

/** `/messages/send`, and `/messages/send-template` for a stored template. */
function encodeSend(message: PreparedMessage): HttpRequest {
  const { template, sendAt } = message;
  const own = messageOptions(message, 'mandrill', optionReaders);
  const { subaccount, ipPool, returnPathDomain: return_path_domain, mergeLanguage: merge_language } = own;
  const json = {
    message: { ...encodeMessage(message), subaccount, return_path_domain, merge_language },
    ip_pool: ipPool,
    send_at: sendAt && isoSeconds(sendAt).replace('T', ' ').replace('Z', ''),
    template_name: template?.id,
    template_content: template && [],
  };
  return { method: 'POST', path: template ? '/messages/send-template' : '/messages/send', json };
}

const isTag = (text: string) => text.length <= 50 && !text.startsWith('_');

function encodeMessage(message: PreparedMessage): Record<string, unknown> {
  const { from, to, cc, bcc, subject, html, text, replyTo, metadata, tracking, template } = message;
  refuseBesideTemplate('mandrill', message, ['html']);
  const { files, images } = encodeFilesApart('mandrill', message.attachments, 'content');
  return {
    from_email: from?.address,
    from_name: from?.name,
    to: Object.entries({ to, cc, bcc }).flatMap(([type, mailboxes]) =>
      mailboxes.map(({ address, name }) => ({ email: address, name, type })),
    ),
    subject,
    html,
    text,
    headers: { ...headersOf(message), 'Reply-To': formatMailboxes(replyTo) },
    // Otherwise each recipient gets a mail without the others, and `cc` means nothing.
    preserve_recipients: true,
    track_opens: tracking.opens,
    track_clicks: tracking.clicks,
    tags: encodeTags('mandrill', message.tags, isTag, 'must have at most 50 characters, and no _ in front'),
    metadata: undefinedIfBare(metadata),
    attachments: files,
    images,
    // Otherwise `*|NAME|*` and `{{name}}` of a message without a template are replaced.
    merge: template !== undefined,
    global_merge_vars: template && [...template.variables].map(([name, content]) => ({ name, content })),
  };
}
