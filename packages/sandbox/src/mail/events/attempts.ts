import type { MailEventKind } from '../../mail-event-kind.ts';
import type { MailEvent } from './mail-event.ts';

/** One attempt to deliver a webhook, and its answer. */
export interface WebhookAttempt {
  readonly id: string;
  readonly at: Date;
  readonly service: string;
  readonly url: string;
  /** Several where the service sends them in batches; none for the confirmation of a subscription. */
  readonly events: readonly {
    readonly kind: MailEventKind;
    readonly recipient: string;
    readonly messageId: string;
  }[];
  /** 1 for the first. */
  readonly attempt: number;
  readonly durationMs: number;
  /** The status of the answer; `undefined` without one. */
  readonly status: number | undefined;
  /** Why there is no answer. */
  readonly problem: string | undefined;
  /** The beginning of the answer. */
  readonly answer: string;
  /** The request: its headers, and the beginning of its body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The attempt that it repeats by hand. */
  readonly resendOf: string | undefined;
}

/** The last attempts. */
export interface AttemptLog {
  add(attempt: Omit<WebhookAttempt, 'id'>, delivery: Delivery): WebhookAttempt;
  list(): readonly WebhookAttempt[];
  /** The delivery of an attempt; `undefined` for an unknown or forgotten one. */
  deliveryOf(id: string): Delivery | undefined;
  clear(): void;
}

/** Events on their way to one webhook. */
export interface Delivery {
  readonly hookId: string;
  readonly events: readonly MailEvent[];
}

const maxAttempts = 500;
const maxBodyLength = 16_384;

export function createAttemptLog(): AttemptLog {
  const log = new Map<string, { readonly attempt: WebhookAttempt; readonly delivery: Delivery }>();
  let sequence = 0;
  return {
    add: (fields, delivery) => {
      sequence += 1;
      const attempt = { ...fields, body: fields.body.slice(0, maxBodyLength), id: `w${sequence}` };
      log.set(attempt.id, { attempt, delivery });
      const [oldest = ''] = log.keys();
      if (log.size > maxAttempts) log.delete(oldest);
      return attempt;
    },
    list: () => [...log.values()].map(({ attempt }) => attempt),
    deliveryOf: (id) => log.get(id)?.delivery,
    clear: () => log.clear(),
  };
}

/** The parts of events in the log. */
export const namesOf = (events: readonly MailEvent[]): WebhookAttempt['events'] =>
  events.map(({ kind, recipient, message }) => ({ kind, recipient, messageId: message.id }));
