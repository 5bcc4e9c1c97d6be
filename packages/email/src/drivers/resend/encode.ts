import { invalidInput } from '@org/core/driver';
import {
  type Attachment,
  cannotCarry,
  encodeBase64,
  formatMailbox,
  headersOf,
  memberPath,
  messageOptions,
  type PreparedMessage,
  refuseOtherType,
  undefinedIfBare,
  undefinedIfEmpty,
} from '../../driver.ts';
import { optionReaders, type ResendRemoteAttachment } from './options.ts';
import { provider } from './wire.ts';

/** The body of `POST /emails`, and one of those in `POST /emails/batch`. */
export function encodeEmail(message: PreparedMessage): Record<string, unknown> {
  const { from, subject, html, text, template, attachments, sendAt, stream } = message;
  const { remoteAttachments = [] } = messageOptions(message, provider, optionReaders);
  const files = [...attachments.map(encodeAttachment), ...remoteAttachments.map(encodeRemote)];
  if (template !== undefined && html !== undefined)
    throw cannotCarry(provider, 'html', 'is not possible together with a template');
  if (sendAt !== undefined && files.length > 0)
    throw cannotCarry(provider, 'attachments', 'are not possible together with `sendAt`');
  return {
    from: from && formatMailbox(from),
    to: message.to.map(formatMailbox),
    cc: undefinedIfEmpty(message.cc.map(formatMailbox)),
    bcc: undefinedIfEmpty(message.bcc.map(formatMailbox)),
    reply_to: undefinedIfEmpty(message.replyTo.map(formatMailbox)),
    subject,
    html,
    text,
    template: template && { id: template.id, variables: undefinedIfBare(template.variables) },
    headers: headersOf(message),
    attachments: undefinedIfEmpty(files),
    tags: undefinedIfEmpty(encodeTags(message)),
    scheduled_at: sendAt?.toISOString(),
    topic_id: stream,
  };
}

function encodeAttachment(attachment: Attachment, index: number): Record<string, unknown> {
  const { filename, content, contentType, disposition, contentId } = attachment;
  const isInline = disposition === 'inline';
  if (isInline && contentId !== undefined && contentId.length >= 128)
    throw invalidInput(`attachments[${index}].contentId`, 'must have fewer than 128 characters');
  // Anymail, "Resend": a mail with such an attachment may be lost without an error.
  refuseOtherType(provider, attachment, index);
  return {
    filename,
    content: encodeBase64(content),
    content_type: contentType,
    content_id: isInline ? contentId : undefined,
  };
}

function encodeRemote({ url, filename, contentType, contentId }: ResendRemoteAttachment) {
  return { filename, path: url, content_type: contentType, content_id: contentId };
}

const tagText = /^[A-Za-z0-9_-]{1,256}$/;

/** Resend's events return tags, and nothing else of the message: metadata are tags, too. */
function encodeTags({ tags, metadata }: PreparedMessage): { name: string; value: string }[] {
  const labels = tags.map(({ name, value = 'true' }, index) => ({ name, value, path: `tags[${index}]` }));
  const pairs = [...metadata].map(([name, value]) => ({ name, value, path: memberPath('metadata', name) }));
  const names = new Set<string>();
  return [...labels, ...pairs].map(({ name, value, path }) => {
    if (!tagText.test(name) || !tagText.test(value))
      throw cannotCarry(
        provider,
        path,
        'must have a name and a value of 1 to 256 ASCII letters, digits, _ and -',
        'Use { name, value } for a pair.',
      );
    if (names.has(name)) throw cannotCarry(provider, path, 'has the name of another tag or metadata');
    names.add(name);
    return { name, value };
  });
}
