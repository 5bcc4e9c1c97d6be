import type { Row } from '../../table.ts';
import type { Delivery } from '../mailbox/mailbox.ts';
import type { MailStore, ScheduledFields } from './mail-store.ts';

/** Mail for later: a table, with a timer for each row. */
export interface WaitingMail {
  /** Starts the timers. Those of the past run at once. */
  start(): void;
  /** @throws {StoreFull} */
  add(delivery: Delivery, sendAt: number): void;
  /** Returns `false` for a message that does not wait. */
  reschedule(id: string, sendAt: number): boolean;
  remove(id: string): boolean;
  /** The rows stay. */
  close(): void;
}

const maxDelayMs = 2 ** 31 - 1;

/** Functions for a message whose time has come. */
export interface OnTime {
  /** The row stays until it returns. */
  deliver(delivery: Delivery): void;
  /** Runs after the delivery. */
  onDelivered(delivery: Delivery): void;
  /** Notes why `deliver` failed. The row stays, and the next start delivers it. */
  onFailure(delivery: Delivery, error: unknown): void;
}

export function createWaitingMail(
  { scheduled: table, now, inBackground }: Pick<MailStore, 'scheduled' | 'now' | 'inBackground'>,
  { deliver, onDelivered, onFailure }: OnTime,
): WaitingMail {
  const timers = new Map<string, NodeJS.Timeout>();

  const stopTimer = (id: string): boolean => {
    clearTimeout(timers.get(id));
    return timers.delete(id);
  };
  const startTimer = ({ id, sendAt }: ScheduledFields & Row): void => {
    stopTimer(id);
    const delayMs = Math.min(Math.max(sendAt - now(), 0), maxDelayMs);
    timers.set(id, setTimeout(inBackground, delayMs, 'Scheduled mail', () => onTime(id)).unref());
  };
  const onTime = (id: string): void => {
    stopTimer(id);
    const row = table.get(id);
    if (row === undefined) return;
    if (row.sendAt > now()) return void startTimer(row); // a timer waits at most 24 days
    const delivery = toDelivery(row);
    try {
      deliver(delivery);
    } catch (error) {
      onFailure(delivery, error);
      throw error;
    }
    table.delete(id);
    onDelivered(delivery);
  };
  let unwatch = () => {};

  return {
    start: () => {
      for (const row of table.all()) startTimer(row);
      unwatch = table.watch((change) => {
        if (change.kind === 'delete') stopTimer(change.id);
        if (change.kind !== 'replace-all') return;
        for (const id of [...timers.keys()]) stopTimer(id);
        for (const row of table.all()) startTimer(row);
      });
    },
    add: ({ id, envelope, raw, labels }, sendAt) => {
      const text = Buffer.from(raw).toString('base64');
      startTimer(table.add({ envelope, raw: text, labels, sendAt }, id));
    },
    reschedule: (id, sendAt) => {
      const row = timers.has(id) ? table.update(id, { sendAt }) : undefined;
      if (row !== undefined) startTimer(row);
      return row !== undefined;
    },
    remove: (id) => timers.has(id) && table.delete(id),
    close: () => {
      unwatch();
      for (const id of [...timers.keys()]) stopTimer(id);
    },
  };
}

export function toDelivery({ id, envelope, raw, labels }: ScheduledFields & Row): Delivery {
  return { id, via: 'api', envelope, raw: new Uint8Array(Buffer.from(raw, 'base64')), labels };
}
