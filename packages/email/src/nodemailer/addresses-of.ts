import type { EmailAddress } from '../model/address.ts';
import type { LossyMapping } from '../model/fit/lossy.ts';
import type { MailEnvelope, NodemailerMail, ParsedAddress } from './nodemailer-mail.ts';
import { unsayable } from './part-content.ts';

/** Those of a group count as if they stood alone. The client refuses a name without an address. */
export function listOf(parsed: readonly ParsedAddress[] | null | undefined): EmailAddress[] {
  return (parsed ?? []).flatMap(({ name, address = '', group }) => {
    if (group !== undefined) return listOf(group);
    if (!name && !address) return [];
    return name ? [{ name, address }] : [{ address }];
  });
}

/** A group has a name, which no field carries. */
export function groupLosses(lists: Readonly<Record<string, readonly ParsedAddress[] | null | undefined>>) {
  return Object.entries(lists).flatMap(([field, list]): LossyMapping[] =>
    list?.some(({ group }) => group !== undefined)
      ? [{ field, action: 'approximated', detail: 'the addresses of a group are sent without its name' }]
      : [],
  );
}

/**
 * `From` and `Sender` are one mailbox here. nodemailer keeps the first of several.
 *
 * @throws InvalidInputError
 */
export function requireOneMailbox(message: NodemailerMail['message']): void {
  for (const field of ['from', 'sender']) {
    const value = message.getHeader(field);
    if (!value) continue;
    // A node of its own parses as nodemailer does.
    const Node = message.constructor as new (type: string) => Node;
    const node = new Node('text/plain');
    node.setHeader('to', value);
    if (node.getEnvelope().to.length > 1)
      throw unsayable(field, 'must be one mailbox: name the others in replyTo or cc');
  }
}

interface Node {
  setHeader(name: string, value: unknown): unknown;
  getEnvelope(): MailEnvelope;
}

/** @throws InvalidInputError for an envelope with other recipients than the message, or without a sender */
export function checkEnvelope(
  { from, to }: MailEnvelope,
  recipients: readonly EmailAddress[],
  isGiven: boolean,
): void {
  const lower = (list: readonly string[]) => [...new Set(list.map((each) => each.toLowerCase()))].sort();
  const path = isGiven ? 'envelope.to' : 'to';
  const own = recipients.flatMap(({ address }) => address || []);
  if (String(lower(to)) !== String(lower(own)))
    throw unsayable(path, 'must have the recipients of to, cc and bcc, except with raw');
  if (isGiven && !from)
    throw unsayable('envelope.from', 'must be an address, for bounces: leave out envelope');
}
