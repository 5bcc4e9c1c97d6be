import type { MailEventKind } from '../../mail-event-kind.ts';
import type { MailEvent } from './mail-event.ts';
import type { WebhookAnswer } from './post.ts';

/** One attempt to deliver a webhook, and its answer. */
export interface WebhookAttempt extends Omit<WebhookAnswer, 'isFinal'> {
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
  /** The request: its headers, and the beginning of its body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The attempt that it repeats by hand. */
  readonly resendOf: string | undefined;
}

/** Events on their way to one webhook. */
export interface Delivery {
  readonly hookId: string;
  readonly events: readonly MailEvent[];
}

const maxAttempts = 500;
const maxBodyLength = 16_384;

export type AttemptLog = ReturnType<typeof createAttemptLog>;

export function createAttemptLog() {
  const log = new Map<string, { readonly attempt: WebhookAttempt; readonly delivery: Delivery }>();
  let sequence = 0;
  return {
    add: (fields: Omit<WebhookAttempt, 'id'>, delivery: Delivery) => {
      sequence += 1;
      const attempt = { ...fields, body: fields.body.slice(0, maxBodyLength), id: `w${sequence}` };
      log.set(attempt.id, { attempt, delivery });
      const [oldest = ''] = log.keys();
      if (log.size > maxAttempts) log.delete(oldest);
      return attempt;
    },
    list: () => [...log.values()].map(({ attempt }) => attempt),
    /** The delivery of an attempt; `undefined` for an unknown or forgotten one. */
    deliveryOf: (id: string) => log.get(id)?.delivery,
    clear: () => log.clear(),
  };
}

/** The parts of events in the log. */
export const namesOf = (events: readonly MailEvent[]): WebhookAttempt['events'] =>
  events.map(({ kind, recipient, message }) => ({ kind, recipient, messageId: message.id }));
