import type { BatchKey } from '../driver/email-driver.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import { type PreparedMessage, recipientsOf } from '../model/message.ts';
import { requireKey, shortHash } from './idempotency-keys.ts';
import type { Mail } from './mail.ts';

interface OpenRequest<Unit> {
  readonly mails: Unit[];
  /** How many of its mails each address gets. */
  readonly perAddress: Map<string, number>;
  recipients: number;
  bytes: number;
}

/** Groups mails into requests, within the limits of one request. */
export function planRequests<Unit extends Mail>(
  mails: readonly Unit[],
  { batch = 1, limits }: EmailCapabilities,
  batchKey: BatchKey | undefined,
): Unit[][] {
  const { maxBatchRecipients = Infinity, maxBatchBytes = Infinity, maxBatchPerAddress = Infinity } = limits;
  const requests: Unit[][] = [];
  const open = new Map<string, OpenRequest<Unit>>();
  for (const mail of mails) {
    const key = batch > 1 ? batchKey?.(mail.message) : undefined;
    const addresses = recipientsOf(mail.message).map((address) => address.toLowerCase());
    const recipients = addresses.length;
    const bytes = maxBatchBytes === Infinity ? 0 : estimateBytes(mail.message);
    let request = key === undefined ? undefined : open.get(key);
    if (
      request === undefined ||
      request.mails.length >= batch ||
      request.recipients + recipients > maxBatchRecipients ||
      request.bytes + bytes > maxBatchBytes ||
      addresses.some((address) => (request?.perAddress.get(address) ?? 0) >= maxBatchPerAddress)
    ) {
      request = { mails: [], perAddress: new Map(), recipients: 0, bytes: 0 };
      requests.push(request.mails);
      if (key !== undefined) open.set(key, request);
    }
    request.mails.push(mail);
    request.recipients += recipients;
    request.bytes += bytes;
    if (maxBatchPerAddress < Infinity)
      for (const address of addresses)
        request.perAddress.set(address, (request.perAddress.get(address) ?? 0) + 1);
  }
  return requests;
}

/** Names of fields, tags, and the addresses' punctuation. */
const overhead = 1_024;

/** The size of a message as JSON, rather too large than too small. */
function estimateBytes(message: PreparedMessage): number {
  const { attachments, raw, ...fields } = message;
  const content = attachments.reduce((sum, { content }) => sum + Math.ceil(content.length / 3) * 4 + 512, 0);
  return overhead + (raw?.bytes.length ?? 0) * 2 + new TextEncoder().encode(toText(fields)).length + content;
}

/** JSON; a map becomes the list of its entries. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, member) => (member instanceof Map ? [...member] : member));
}

/**
 * A key for each request, from the caller's key and the content: the same batch gets the same keys, and a
 * part of it sent again gets no key of a request with other messages.
 *
 * @throws InvalidInputError for a key that services refuse
 */
export async function requestKeys(key: string, requests: readonly (readonly Mail[])[]): Promise<string[]> {
  requireKey(key, 'a batch');
  const attachments = new WeakMap<Uint8Array, string>();
  const contentHash = async (content: Uint8Array) => {
    const hash = attachments.get(content) ?? (await shortHash(content));
    attachments.set(content, hash);
    return hash;
  };
  const fingerprint = async ({ message }: Mail): Promise<string> => {
    const files = await Promise.all(message.attachments.map(({ content }) => contentHash(content)));
    const withoutBytes = message.attachments.map(({ content: _, ...attachment }) => attachment);
    return toText([{ ...message, attachments: withoutBytes }, files]);
  };
  const repeats = new Map<string, number>();
  const keys: string[] = [];
  for (const mails of requests) {
    const hash = await shortHash((await Promise.all(mails.map(fingerprint))).join('\n'));
    const earlier = repeats.get(hash) ?? 0;
    repeats.set(hash, earlier + 1);
    // Two equal messages in one batch are two mails.
    keys.push(`${key}-${earlier === 0 ? hash : await shortHash(`${hash} ${earlier}`)}`);
  }
  return keys;
}
