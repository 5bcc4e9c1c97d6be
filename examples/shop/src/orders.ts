import { EventEmitter } from 'node:events';
import type { DeliveryEvent } from '@org/email';

export interface Order {
  readonly id: string;
  readonly item: string;
  readonly email: string;
  /** What happened to its mail, oldest first. */
  readonly history: readonly string[];
}

/** The orders of the shop, in memory. Emits `change`. */
export class Orders extends EventEmitter<{ change: [] }> {
  readonly #orders = new Map<string, Order>();
  /** Addresses that get no mail, with the reason. */
  readonly suppressed = new Map<string, string>();

  get all(): readonly Order[] {
    return [...this.#orders.values()].reverse();
  }

  add(item: string, email: string): Order {
    const order = { id: String(this.#orders.size + 1), item, email, history: [] };
    this.#orders.set(order.id, order);
    this.emit('change');
    return order;
  }

  note(id: string, line: string): void {
    const order = this.#orders.get(id);
    if (order) this.#orders.set(id, { ...order, history: [...order.history, line] });
    this.emit('change');
  }

  /** Takes the events of a webhook. A hard bounce or a complaint suppresses the address. */
  readonly record = (events: readonly DeliveryEvent[]): void => {
    for (const { type, recipient, bounce, metadata } of events) {
      if (recipient && (bounce?.class === 'hard' || type === 'complained'))
        this.suppressed.set(recipient, bounce?.diagnostic ?? type);
      this.note(metadata?.['order'] ?? '', type);
    }
  };
}
