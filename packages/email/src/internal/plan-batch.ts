import type { BatchKey } from '../driver.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import { type PreparedMessage, recipientsOf } from '../model/message.ts';
import { requireKey, shortHash } from './idempotency-keys.ts';

/** One mail of a batch: a whole message, or a message for one of its recipients. */
export interface BatchUnit {
  readonly message: PreparedMessage;
}

/** A message whose recipients get separate mails becomes one unit for each of them. */
export function toUnits(message: PreparedMessage): BatchUnit[] {
  if (message.visibility === 'shared' || message.to.length <= 1) return [{ message }];
  return message.to.map((recipient) => ({ message: { ...message, to: [recipient] } }));
}

interface OpenRequest {
  readonly units: BatchUnit[];
  recipients: number;
  bytes: number;
}

/** Groups the units into requests, within the limits of one request. */
export function planRequests(
  units: readonly BatchUnit[],
  { batch = 1, limits }: EmailCapabilities,
  batchKey: BatchKey | undefined,
): BatchUnit[][] {
  const { maxBatchRecipients = Infinity, maxBatchBytes = Infinity } = limits;
  const requests: BatchUnit[][] = [];
  const open = new Map<string, OpenRequest>();
  for (const unit of units) {
    const key = batch > 1 ? batchKey?.(unit.message) : undefined;
    const recipients = recipientsOf(unit.message).length;
    const bytes = maxBatchBytes === Infinity ? 0 : estimateBytes(unit.message);
    const request = key === undefined ? undefined : open.get(key);
    if (
      request !== undefined &&
      request.units.length < batch &&
      request.recipients + recipients <= maxBatchRecipients &&
      request.bytes + bytes <= maxBatchBytes
    ) {
      request.units.push(unit);
      request.recipients += recipients;
      request.bytes += bytes;
      continue;
    }
    const started = { units: [unit], recipients, bytes };
    requests.push(started.units);
    if (key !== undefined) open.set(key, started);
  }
  return requests;
}

/** Names of fields, tags, and the addresses' punctuation. */
const overhead = 1_024;

/** The size of a message as JSON, rather too large than too small. */
function estimateBytes(message: PreparedMessage): number {
  const { attachments, ...fields } = message;
  const content = attachments.reduce((sum, { content }) => sum + Math.ceil(content.length / 3) * 4 + 512, 0);
  return overhead + new TextEncoder().encode(toText(fields)).length + content;
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
export async function requestKeys(
  key: string,
  requests: readonly (readonly BatchUnit[])[],
): Promise<string[]> {
  requireKey(key, 'a batch');
  const attachments = new WeakMap<Uint8Array, string>();
  const contentHash = async (content: Uint8Array) => {
    const hash = attachments.get(content) ?? (await shortHash(content));
    attachments.set(content, hash);
    return hash;
  };
  const fingerprint = async ({ message }: BatchUnit): Promise<string> => {
    const files = await Promise.all(message.attachments.map(({ content }) => contentHash(content)));
    const withoutBytes = message.attachments.map(({ content: _, ...attachment }) => attachment);
    return toText([{ ...message, attachments: withoutBytes }, files]);
  };
  const repeats = new Map<string, number>();
  const keys: string[] = [];
  for (const units of requests) {
    const hash = await shortHash((await Promise.all(units.map(fingerprint))).join('\n'));
    const earlier = repeats.get(hash) ?? 0;
    repeats.set(hash, earlier + 1);
    // Two equal messages in one batch are two mails.
    keys.push(`${key}-${earlier === 0 ? hash : await shortHash(`${hash} ${earlier}`)}`);
  }
  return keys;
}
