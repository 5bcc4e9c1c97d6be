import type { PreparedMessage } from '../model/message.ts';
import type { SendReceipt } from '../model/send-result.ts';

/**
 * The receipts of a batch, in the order of its messages. `undefined` for a message that the response does not
 * name: the acceptance of a request proves nothing about it, and its outcome is unknown. @public
 */
export type BatchReceipts = readonly (SendReceipt | undefined)[];

/**
 * The receipts of a service that answers each message of a batch, in their order. With `names`, an entry
 * belongs to the message that it names, wherever it stands; one that names none belongs to its place.
 * Without, two entries with one id are about one mail: the second proves nothing. @public
 *
 * @example
 * const decode = (response: ServiceResponse, messages: readonly PreparedMessage[]) =>
 *   batchReceipts(messages, response.json() as string[], (id, message) => allAccepted(message, id));
 */
export function batchReceipts<Entry>(
  messages: readonly PreparedMessage[],
  entries: readonly Entry[],
  toReceipt: (entry: Entry, message: PreparedMessage) => SendReceipt | undefined,
  names?: (entry: Entry, message: PreparedMessage) => boolean,
): BatchReceipts {
  const seen = new Set<string>();
  const placed = names === undefined ? entries : inPlace(messages, entries, names);
  return messages.map((message, place) => {
    const entry = placed[place];
    const receipt = entry === undefined ? undefined : toReceipt(entry, message);
    const id = receipt?.outcomes[0]?.messageId;
    if (names !== undefined || id === undefined) return receipt;
    return seen.size === seen.add(id).size ? undefined : receipt;
  });
}

/** Each entry at the place of the message that it names. */
function inPlace<Entry>(
  messages: readonly PreparedMessage[],
  entries: readonly Entry[],
  names: (entry: Entry, message: PreparedMessage) => boolean,
): readonly (Entry | undefined)[] {
  const placed: (Entry | undefined)[] = messages.map((message, place) => {
    const entry = entries[place];
    return entry !== undefined && names(entry, message) ? entry : undefined;
  });
  for (const [place, entry] of entries.entries()) {
    if (placed[place] === entry) continue;
    const named = [...messages.keys()].filter((index) => names(entry, messages[index] as PreparedMessage));
    const open = (named.length === 0 ? [place] : named).find((index) => placed[index] === undefined);
    if (open !== undefined) placed[open] = entry;
  }
  return placed;
}
