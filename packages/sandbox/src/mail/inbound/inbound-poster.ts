import { address, deliver, type WebhookAnswer } from '../events/post.ts';
import { createSlots } from '../events/slots.ts';
import { createTimers } from '../events/timers.ts';
import type { ReceivedMessage } from '../message/received-message.ts';
import type { MailStore } from '../store/mail-store.ts';
import type { InboundForm } from './inbound-form.ts';
import type { AddedInboundRoute } from './inbound-routes.ts';

/** One post of a mail, and its answer. */
export interface InboundAttempt {
  readonly at: Date;
  readonly messageId: string;
  readonly recipient: string;
  readonly service: string;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** `undefined` without an answer. */
  readonly status: number | undefined;
  /** Why there is no answer. */
  readonly problem: string | undefined;
  /** The beginning of the answer. */
  readonly answer: string;
}

/** A mail on its way to one route. */
export interface InboundDelivery {
  readonly message: ReceivedMessage;
  readonly recipient: string;
  readonly route: AddedInboundRoute;
}

/** The parts of the mail service for posts of mail. */
export interface PosterParts {
  readonly store: Pick<MailStore, 'mailbox' | 'inBackground' | 'now'>;
  readonly forms: ReadonlyMap<string, InboundForm>;
  readonly seed: Uint8Array;
  readonly secretOf: (service: string) => string | undefined;
  /** A status after which the service does not post the mail again. */
  readonly isFinal: (service: string, status: number) => boolean;
  readonly origin: () => string;
  /** Called after each attempt, and after a change of the routes. */
  readonly onChange: () => void;
}

/** Posts mail, again after a failure, and logs each attempt. After `end` it posts nothing. */
export interface InboundPoster {
  /** Resolves with the first attempt. */
  post(delivery: InboundDelivery): Promise<InboundAttempt>;
  attempts(): readonly InboundAttempt[];
  end(): void;
}

/** Real services repeat for hours; these delays suit tests. */
const retryDelaysMs = [200, 1000];
const maxAttempts = 500;
const maxInFlight = 32;
const maxWaiting = 5000;

const notSent = (problem: string, isFinal: boolean): WebhookAnswer => ({
  status: undefined,
  answer: '',
  problem: `Not sent: ${problem}`,
  isFinal,
});

export function createPoster(parts: PosterParts): InboundPoster {
  const { inBackground, now } = parts.store;
  const timers = createTimers(inBackground);
  const closing = new AbortController();
  const log: InboundAttempt[] = [];

  const slots = createSlots(maxInFlight, maxWaiting);

  const add = (delivery: InboundDelivery, attempt: number, answer: WebhookAnswer): InboundAttempt => {
    const { message, recipient, route } = delivery;
    const { status, problem, answer: text } = answer;
    const facts = { messageId: message.id, recipient, service: route.service, url: route.url, attempt };
    const logged = { at: new Date(now()), ...facts, status, problem, answer: text };
    if (closing.signal.aborted) return logged;
    log.push(logged);
    if (log.length > maxAttempts) log.shift();
    parts.onChange();
    return logged;
  };

  // The time for an answer starts with the turn of the mail.
  const send = (delivery: InboundDelivery): Promise<WebhookAnswer> =>
    write(delivery, parts).then(
      (request) => deliver(request, closing.signal),
      (error: unknown) => notSent(String(error), true),
    );

  const attempt = async (delivery: InboundDelivery, count: number): Promise<InboundAttempt> => {
    const answer =
      (await slots.run(() => send(delivery))) ?? notSent('too much mail waits for programs.', false);
    const logged = add(delivery, count, answer);
    const { status } = answer;
    const isOver = status !== undefined && (status < 300 || parts.isFinal(delivery.route.service, status));
    const delayMs = retryDelaysMs[count - 1];
    if (isOver || answer.isFinal || delayMs === undefined) return logged;
    if (!timers.later(delayMs, () => attempt(delivery, count + 1)))
      add(delivery, count + 1, notSent('too much mail waits for another attempt.', true));
    return logged;
  };

  return {
    post: (delivery) => attempt(delivery, 1),
    attempts: () => log,
    end() {
      closing.abort();
      timers.close();
    },
  };
}

/** The request of a service, its form encoded. */
async function write({ message, recipient, route }: InboundDelivery, parts: PosterParts) {
  const { id, envelope, raw, parsed, receivedAt } = message;
  const { service, url, raw: isRaw = false } = route;
  const form = parts.forms.get(service);
  if (form === undefined) throw new TypeError(`${service} posts no mail here.`);
  const mail = { id, recipient, sender: envelope.from, raw, parsed, at: receivedAt.getTime(), isRaw };
  const { seed, origin, secretOf, store } = parts;
  const context = { secret: secretOf(service) ?? '', seed, now: store.now(), origin: origin() };
  const request = await form.write(mail, context);
  const encoded = new Response(request.body);
  const type = encoded.headers.get('content-type') ?? '';
  const headers = {
    ...(request.body instanceof FormData && { 'content-type': type }),
    ...request.headers,
  };
  const body = new Uint8Array(await encoded.arrayBuffer());
  return { ...address(url, { body: '', headers }), body };
}
