import type { HttpRequest } from '@org/core';
import {
  type Attachment,
  cannotCarry,
  encodeBase64,
  formatMailbox,
  headersOf,
  messageOptions,
  type PreparedMessage,
  refuseBesideTemplate,
  tagText,
  undefinedIfEmpty,
} from '../../driver.ts';
import { optionReaders } from './options.ts';

/** `/messages/send`, and `/messages/send-template` for a stored template. */
export function encodeSend(message: PreparedMessage): HttpRequest {
  const { template, sendAt } = message;
  const { ipPool, ...options } = messageOptions(message, 'mandrill', optionReaders);
  const wire = { ...encodeMessage(message), ...encodeOptions(options) };
  const common = { message: wire, ip_pool: ipPool, send_at: sendAt && toTime(sendAt) };
  if (template === undefined) return { method: 'POST', path: '/messages/send', json: common };
  const json = { ...common, template_name: template.id, template_content: [] };
  return { method: 'POST', path: '/messages/send-template', json };
}

type Options = ReturnType<typeof messageOptions<typeof optionReaders>>;

function encodeOptions({ subaccount, returnPathDomain, mergeLanguage }: Omit<Options, 'ipPool'>) {
  return { subaccount, return_path_domain: returnPathDomain, merge_language: mergeLanguage };
}

function encodeMessage(message: PreparedMessage): Record<string, unknown> {
  const { from, subject, html, text, replyTo, metadata, tracking, attachments } = message;
  const files = attachments.filter(({ disposition }) => disposition !== 'inline');
  return {
    from_email: from?.address,
    from_name: from?.name,
    to: encodeRecipients(message),
    subject,
    html,
    text,
    headers: {
      ...headersOf(message),
      'Reply-To': undefinedIfEmpty(replyTo.map(formatMailbox))?.join(', '),
    },
    // Otherwise each recipient gets a mail without the others, and `cc` means nothing.
    preserve_recipients: true,
    track_opens: tracking.opens,
    track_clicks: tracking.clicks,
    tags: undefinedIfEmpty(message.tags.map(encodeTag)),
    metadata: metadata.size === 0 ? undefined : Object.fromEntries(metadata),
    attachments: undefinedIfEmpty(files.map(encodeFile)),
    images: undefinedIfEmpty(attachments.flatMap(encodeImage)),
    ...encodeMerging(message),
  };
}

function encodeRecipients({ to, cc, bcc }: PreparedMessage) {
  return Object.entries({ to, cc, bcc }).flatMap(([type, mailboxes]) =>
    mailboxes.map(({ address, name }) => ({ email: address, name, type })),
  );
}

/** `merge: false` leaves `*|NAME|*` and `{{name}}` of a message without a template as they are. */
function encodeMerging(message: PreparedMessage): Record<string, unknown> {
  refuseBesideTemplate('mandrill', message, ['html']);
  const { template } = message;
  if (template === undefined) return { merge: false };
  const variables = [...template.variables].map(([name, content]) => ({ name, content }));
  return { merge: true, global_merge_vars: variables };
}

function encodeTag(tag: PreparedMessage['tags'][number], index: number): string {
  const text = tagText(tag);
  if (text.length <= 50 && !text.startsWith('_')) return text;
  throw cannotCarry('mandrill', `tags[${index}]`, 'must have at most 50 characters, and no _ in front');
}

function encodeFile({ filename, content, contentType }: Attachment) {
  return { type: contentType, name: filename, content: encodeBase64(content) };
}

/** An inline file has its content id as its name. */
function encodeImage({ contentType, content, contentId, disposition }: Attachment, index: number) {
  if (disposition !== 'inline') return [];
  if (!/^image\//i.test(contentType))
    throw cannotCarry('mandrill', `attachments[${index}].contentType`, 'must be an image for an inline file');
  return [{ type: contentType, name: contentId, content: encodeBase64(content) }];
}

/** `2030-01-02 03:04:05` in UTC: whole seconds, never before `sendAt`. */
function toTime(at: Date): string {
  const seconds = Math.ceil(at.getTime() / 1_000);
  return new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
}
