import type { MailEventKind } from '../../mail-event-kind.ts';
import type { Message, OwnFields, Webhook } from '../store/mail-store.ts';

/** The parts of a message that its events have. */
export type EventMessage = Pick<
  Message,
  'id' | 'serial' | 'service' | 'from' | 'recipients' | 'subject' | 'labels' | 'own' | 'createdAt'
>;

/** What became of a message at one recipient. */
export interface MailEvent {
  readonly kind: MailEventKind;
  readonly id: string;
  readonly message: EventMessage;
  readonly recipient: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type SomeEvents = readonly [MailEvent, ...MailEvent[]];

/** What a form may use besides the events. */
export interface WebhookContext {
  /** 32 random bytes, of which secrets are made. */
  readonly seed: Uint8Array;
  readonly hook: Webhook;
  /** The time of the attempt, in epoch milliseconds. */
  readonly now: number;
  /** The origin of the mail services: `http://127.0.0.1:8025`. */
  readonly origin: string;
}

/** How a service tells its events. */
export interface WebhookForm {
  /** Its name of each kind, as in the subscription of a webhook. It does not tell kinds without a name. */
  readonly names: Readonly<Partial<Record<MailEventKind, string>>>;
  /** The secret for receivers. @default none */
  readonly secretOf?: (seed: Uint8Array) => string;
  /** The fields of a webhook that its API did not register. */
  readonly defaults?: OwnFields;
  /** Events of one request. @default 1 */
  readonly batchOf?: (hook: Webhook) => number;
  /** The body, and the headers with its signature. The same for each attempt, but for the signature. */
  write(events: SomeEvents, context: WebhookContext): WebhookRequest | Promise<WebhookRequest>;
  /** The request before the first event: the confirmation of a subscription. @default none */
  readonly confirm?: (context: WebhookContext) => Promise<WebhookRequest>;
  /** A status after which the service does not send the webhook again. @default none but 2xx */
  readonly isFinal?: (status: number) => boolean;
  /** The kinds that suppress later mail; others only unsubscribe a contact. @default all that refuse mail */
  readonly lists?: readonly MailEventKind[];
  /** Suppressions hold for the stream of the message. @default for all mail */
  readonly hasStreams?: boolean;
}

export interface WebhookRequest {
  /** @default `POST` */
  readonly method?: 'GET' | 'POST';
  /** Empty for a GET. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Parameters to add to the URL. */
  readonly query?: Readonly<Record<string, string>>;
}

/** The program that opened or clicked, and the link. */
export const client = { ip: '127.0.0.1', userAgent: 'Mozilla/5.0 (sandbox)', link: 'https://example.com/' };
