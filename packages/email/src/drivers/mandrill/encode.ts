import type { HttpRequest } from '@org/core';
import {
  cannotCarry,
  encodeFiles,
  formatMailbox,
  headersOf,
  isoSeconds,
  messageOptions,
  type PreparedMessage,
  refuseBesideTemplate,
  splitImages,
  tagText,
  undefinedIfEmpty,
} from '../../driver.ts';
import { optionReaders } from './options.ts';

/** `/messages/send`, and `/messages/send-template` for a stored template. */
export function encodeSend(message: PreparedMessage): HttpRequest {
  const { template, sendAt } = message;
  const own = messageOptions(message, 'mandrill', optionReaders);
  const { subaccount, ipPool, returnPathDomain: return_path_domain, mergeLanguage: merge_language } = own;
  const wire = { ...encodeMessage(message), subaccount, return_path_domain, merge_language };
  const common = {
    message: wire,
    ip_pool: ipPool,
    send_at: sendAt && isoSeconds(sendAt).replace('T', ' ').replace('Z', ''),
  };
  if (template === undefined) return { method: 'POST', path: '/messages/send', json: common };
  const json = { ...common, template_name: template.id, template_content: [] };
  return { method: 'POST', path: '/messages/send-template', json };
}

function encodeMessage(message: PreparedMessage): Record<string, unknown> {
  const { from, subject, html, text, replyTo, metadata, tracking, attachments } = message;
  const { files, images } = splitImages('mandrill', attachments);
  const names = { contentType: 'type', content: 'content' };
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
    attachments: encodeFiles(files, { ...names, filename: 'name' }),
    // An inline file has its content id as its name.
    images: encodeFiles(images, { ...names, contentId: 'name' }),
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
