import { blindCopiesOf, isInline } from '../message/message-parts.ts';
import type { MailAddress } from '../message/parse-message.ts';
import { previewOf } from '../message/preview.ts';
import type { ReceivedMessage } from '../message/received-message.ts';

export function toAddress({ name, address }: MailAddress) {
  return { Name: name, Address: address };
}

/** A message in Mailpit's lists. */
export function toSummary(message: ReceivedMessage) {
  const { id, parsed, receivedAt, isRead, tags, raw } = message;
  return {
    ID: id,
    MessageID: messageIdOf(message),
    Read: isRead,
    From: parsed.from ? toAddress(parsed.from) : { Name: '', Address: '' },
    To: parsed.to.map(toAddress),
    Cc: parsed.cc.map(toAddress),
    Bcc: blindCopiesOf(message, parsed).map(toAddress),
    ReplyTo: parsed.replyTo.map(toAddress),
    Subject: parsed.subject ?? '',
    Created: receivedAt.toISOString(),
    Username: message.username ?? '',
    Tags: tags,
    Size: raw.byteLength,
    Attachments: parsed.attachments.filter((part) => !isInline(part)).length,
    Snippet: previewOf(parsed),
  };
}

export function messageIdOf({ parsed }: ReceivedMessage): string {
  const { messageId = '' } = parsed;
  return messageId.startsWith('<') && messageId.endsWith('>') ? messageId.slice(1, -1) : messageId;
}
