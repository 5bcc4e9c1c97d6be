import type { Delivery } from '../mailbox.ts';
import { StoreFull } from './table.ts';

/** Mail for later, with a timer for each. */
export interface WaitingMail {
  /** @throws {StoreFull} */
  add(delivery: Delivery, sendAt: number): void;
  /** Returns `false` for a message that does not wait. */
  reschedule(id: string, sendAt: number): boolean;
  remove(id: string): boolean;
  close(): void;
}

const maxWaitingBytes = 32 * 1024 * 1024;
const maxDelayMs = 2 ** 31 - 1;

/** Calls `deliver` when the time of a message has come. */
export function createWaitingMail(now: () => number, deliver: (delivery: Delivery) => void): WaitingMail {
  const waiting = new Map<string, { readonly delivery: Delivery; timer: NodeJS.Timeout }>();

  const startTimer = (id: string, sendAt: number): NodeJS.Timeout =>
    setTimeout(() => onTime(id, sendAt), Math.min(Math.max(sendAt - now(), 0), maxDelayMs)).unref();

  const onTime = (id: string, sendAt: number): void => {
    const found = waiting.get(id);
    if (found === undefined) return;
    if (sendAt > now()) {
      found.timer = startTimer(id, sendAt); // a timer waits at most 24 days
      return;
    }
    waiting.delete(id);
    deliver(found.delivery);
  };

  return {
    add: (delivery, sendAt) => {
      const held = [...waiting.values()].reduce((sum, each) => sum + each.delivery.raw.byteLength, 0);
      if (held + delivery.raw.byteLength > maxWaitingBytes)
        throw new StoreFull(`The sandbox holds at most ${maxWaitingBytes} bytes of messages for later.`);
      waiting.set(delivery.id, { delivery, timer: startTimer(delivery.id, sendAt) });
    },
    reschedule: (id, sendAt) => {
      const found = waiting.get(id);
      if (found === undefined) return false;
      clearTimeout(found.timer);
      found.timer = startTimer(id, sendAt);
      return true;
    },
    remove: (id) => {
      clearTimeout(waiting.get(id)?.timer);
      return waiting.delete(id);
    },
    close: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
