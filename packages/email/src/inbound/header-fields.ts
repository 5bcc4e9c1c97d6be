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
    subject: received.subject ?? decodeWords(value('subject') ?? ''),
    date: fromHeaderDate(date) ?? toDate(date),
    messageId: idsIn(value('message-id'))[0],
    inReplyTo: idsIn(value('in-reply-to'))[0],
    references: idsIn(value('references')),
    isAutoReply: isAutomatic(headers, received.envelope.from),
  };
}

/** Lenient: a sender may write anything. What is not a mailbox is left out. */
function mailboxes(addresses: Addresses): EmailAddress[] {
  if (typeof addresses !== 'string')
    return (addresses ?? []).filter((each): each is EmailAddress => each !== undefined);
  return addressParser(addresses, { flatten: true }).flatMap(({ address, name }) => {
    if (!address?.includes('@')) return [];
    return [name ? { address, name } : { address }];
  });
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
