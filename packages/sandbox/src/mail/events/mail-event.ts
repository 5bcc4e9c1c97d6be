import type { Message } from '../store/mail-store.ts';

export type MailEventKind = 'delivered' | 'bounced' | 'complained';

/** What became of a message at one recipient. */
export interface MailEvent {
  readonly kind: MailEventKind;
  readonly id: string;
  readonly message: Message;
  readonly recipient: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** How a service tells its events. */
export interface WebhookForm {
  /** Its name of each kind, as in the subscription of a webhook. */
  readonly names: Readonly<Record<MailEventKind, string>>;
  /** The secret for receivers, made of 32 random bytes. @default none: the receiver's URL has a token */
  readonly secretOf?: (seed: Uint8Array) => string;
  /** The body, and the headers with its signature. */
  write(event: MailEvent, seed: Uint8Array): WebhookRequest;
}

export interface WebhookRequest {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const maxDelayMs = 60_000;

/**
 * The events of a recipient, by its address: `bounce@…`, `complaint@…`, and `+delay-5s` in the local part
 * for later ones. All others are delivered.
 */
export function planEvents(address: string): {
  readonly kinds: readonly MailEventKind[];
  readonly delayMs: number;
} {
  const [name = '', ...details] = address.slice(0, address.lastIndexOf('@')).toLowerCase().split('+');
  const delay = details.map((each) => /^delay-(\d{1,5})(ms|s)$/.exec(each)).find((found) => found !== null);
  const delayMs = Math.min(Number(delay?.[1] ?? 0) * (delay?.[2] === 's' ? 1000 : 1), maxDelayMs);
  if (name === 'bounce') return { kinds: ['bounced'], delayMs };
  return { kinds: name === 'complaint' ? ['delivered', 'complained'] : ['delivered'], delayMs };
}
