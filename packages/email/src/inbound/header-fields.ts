import { addressParser, decodeWords } from 'postal-mime';
import type { EmailAddress } from '../model/address.ts';
import { fromHeaderDate, toDate } from '../wire/instant.ts';
import type { InboundHeader, InboundMail } from './inbound-mail.ts';
import type { Addresses, ReceivedMail } from './received-mail.ts';
import { headerValue } from './wire.ts';

type FieldsOfHeaders = Pick<
  InboundMail,
  | 'from'
  | 'to'
  | 'cc'
  | 'replyTo'
  | 'subject'
  | 'date'
  | 'messageId'
  | 'inReplyTo'
  | 'references'
  | 'isAutoReply'
>;

/** The fields that are header lines, of which the service may have parsed some. */
export function fieldsOfHeaders(headers: readonly InboundHeader[], received: ReceivedMail): FieldsOfHeaders {
  const value = (name: string) => headerValue(headers, name);
  const [from] = mailboxes(received.from ?? value('from'));
  const date = value('date');
  return {
    from,
    to: mailboxes(received.to ?? value('to')),
    cc: mailboxes(received.cc ?? value('cc')),
    replyTo: mailboxes(received.replyTo ?? value('reply-to')),
    subject: shown(received.subject ?? decodeWords(value('subject') ?? '')),
    date: fromHeaderDate(date) ?? toDate(date),
    messageId: idsIn(value('message-id'))[0],
    inReplyTo: idsIn(value('in-reply-to'))[0],
    references: idsIn(value('references')),
    isAutoReply: isAutomatic(headers, received.envelope.from),
  };
}

/** Encoded words may have line breaks, which would be header lines of an answer. */
const shown = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

function mailboxes(addresses: Addresses = []): EmailAddress[] {
  const given = typeof addresses === 'string' ? parsed(addresses) : addresses;
  return given.flatMap((mailbox) => {
    if (mailbox === undefined) return [];
    const name = shown(mailbox.name ?? '');
    return [{ address: mailbox.address, ...(name && { name }) }];
  });
}

/** Lenient: a sender may write anything. What is not a mailbox is left out. */
function parsed(addresses: string): EmailAddress[] {
  return addressParser(addresses, { flatten: true }).flatMap(({ address, name }) =>
    address?.includes('@') ? [{ address, name }] : [],
  );
}

/** Ids in angle brackets; old programs write one without. */
function idsIn(value = ''): string[] {
  const bracketed = [...value.matchAll(/<([^<>\s]+)>/g)].map(([, id = '']) => id);
  return bracketed.length > 0 ? bracketed : value.split(/\s+/).filter((id) => id.includes('@'));
}

/** RFC 3834: `Auto-Submitted`, an empty sender; and what lists and bulk mail write. */
function isAutomatic(headers: readonly InboundHeader[], envelopeFrom: string | undefined): boolean {
  const submitted = headerValue(headers, 'auto-submitted');
  const precedence = headerValue(headers, 'precedence') ?? '';
  return (
    envelopeFrom === '' ||
    (submitted !== undefined && !/^\s*no\b/i.test(submitted)) ||
    /^\s*(?:bulk|junk|list|auto_reply)\b/i.test(precedence)
  );
}
