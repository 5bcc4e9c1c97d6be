import type { DeliveryEvent } from '../model/delivery-event.ts';
import { makeEventId } from './event-id.ts';
import { readExactJson } from './exact-json.ts';

/** Reads the items of a genuine webhook. @public */
export interface WebhookItemReader {
  /** The name of the driver. */
  readonly provider: string;
  /** The time of the webhook, for an event without one. @defaultValue 1970-01-01 */
  readonly at?: Date | undefined;
  /**
   * The event of an item: several where it names several recipients, and none for a confirmation. For an
   * item of another form, it returns `undefined` or throws.
   */
  read(
    item: unknown,
  ):
    | DeliveryEvent
    | readonly DeliveryEvent[]
    | undefined
    | Promise<DeliveryEvent | readonly DeliveryEvent[] | undefined>;
}

/**
 * The events of a genuine webhook, which loses none: each item of a batch is read alone, and an item that is
 * not understood is an event of the type `unknown`. @public
 *
 * @example
 * const events = await readWebhookItems(readWebhookBody(text), { provider: 'acme', read: readEvent });
 *
 * @param body - the item, or an array of items; see {@link readWebhookBody}
 */
export async function readWebhookItems(
  body: unknown,
  reader: WebhookItemReader,
): Promise<readonly DeliveryEvent[]> {
  const items: readonly unknown[] = [body].flat();
  return (await Promise.all(items.map((item) => readItem(item, reader)))).flat();
}

/**
 * The JSON of a body, with exact ids; a text that is not JSON stays a text. @public
 *
 * @example
 * readWebhookBody('{"id":12345678901234567890}'); // { id: '12345678901234567890' }
 */
export function readWebhookBody(text: string): unknown {
  const json = readExactJson(text);
  return json === undefined ? text : json;
}

async function readItem(item: unknown, reader: WebhookItemReader): Promise<readonly DeliveryEvent[]> {
  const { provider, at = new Date(0) } = reader;
  try {
    const events = [await reader.read(item)].flat();
    if (events.every(isWhole)) return events;
  } catch {} // an odd type in any place: the service's own item stays in `raw`
  return [{ type: 'unknown', id: await idOf(item, provider), provider, timestamp: at, raw: item }];
}

const isWhole = (event: DeliveryEvent | undefined): event is DeliveryEvent =>
  event !== undefined && event.id !== '' && !Number.isNaN(event.timestamp.getTime());

/** Of the content alone: the time of the webhook differs when the service repeats it. */
function idOf(item: unknown, provider: string): Promise<string> {
  let text = '';
  try {
    text = JSON.stringify(item);
  } catch {} // nested too deeply
  return makeEventId({ provider, timestamp: new Date(0) }, `unknown ${text}`);
}
