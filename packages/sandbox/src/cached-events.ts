import { fields, instant, text } from './shape.ts';
import { createTable, type Row, RowRefused, type Table } from './table.ts';

export interface CachedEvent {
  readonly event: string;
  readonly data: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** The last event of a cache channel of an app, as JSON. */
export interface CachedEventFields extends CachedEvent {
  readonly app: string;
  readonly channel: string;
}

const hasCache = /^(?:private-(?:encrypted-)?|presence-)?cache-/;
const shape = fields({ app: text, channel: text, event: text, data: text, expiresAt: instant });

/** An empty table for the cache channels of all apps. */
export function createCachedEventTable(): Table<CachedEventFields> {
  return createTable<CachedEventFields>({
    maxRows: 100_000,
    maxBytes: 64 * 1024 * 1024,
    dropsOldest: true,
    keyOf: ({ app }) => app,
    check: checkCachedEvent,
    now: Date.now,
  });
}

/** No app id has a space. */
export const cachedEventId = (app: string, channel: string): string => `${app} ${channel}`;

function checkCachedEvent(row: CachedEventFields & Partial<Row>): void {
  const problem = shape(row);
  if (problem !== undefined) throw new RowRefused(`A cached event${problem}.`);
  const { app, channel, id } = row;
  if (!hasCache.test(channel))
    throw new RowRefused(`A cached event has the channel ${channel.slice(0, 200)}, which has no cache.`);
  // A row is found by its id.
  if (id !== cachedEventId(app, channel))
    throw new RowRefused('A cached event has an id that is not its app and channel.');
}
