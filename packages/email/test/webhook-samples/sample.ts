import type { DeliveryEvent } from '@org/email';

/** A webhook in the form of a source: its names and types, with ids, addresses and words of our own. */
export interface WebhookSample {
  readonly what: string;
  /** The repository and file, or the page, that shows this form. */
  readonly source: string;
  /** When that source was last changed, or read. */
  readonly date: string;
  readonly body: unknown;
  /** Parts of the events, in order. */
  readonly events: readonly Partial<DeliveryEvent>[];
}

type Row = readonly [what: string, body: unknown, ...events: Partial<DeliveryEvent>[]];

/** Samples of one source. */
export function samplesFrom(source: string, date: string, rows: readonly Row[]): readonly WebhookSample[] {
  return rows.map(([what, body, ...events]) => ({ what, source, date, body, events }));
}

export const bob = 'bob@example.com';
export const at = (text: string) => ({ timestamp: new Date(text) });
export const hard = { type: 'bounced', bounce: { class: 'hard' } } as const;
export const soft = { type: 'bounced', bounce: { class: 'soft' } } as const;
