import { createHash, randomUUID } from 'node:crypto';
import { assertLoopbackTarget } from '../../realtime/webhooks/target.ts';
import type { MailStore, Message, Webhook } from '../store/mail-store.ts';
import { type MailEventKind, planEvents, type WebhookForm, type WebhookRequest } from './mail-event.ts';

/** One attempt to deliver a webhook, and its answer. */
export interface WebhookAttempt {
  readonly at: Date;
  readonly service: string;
  readonly event: MailEventKind;
  readonly recipient: string;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** The status of the answer; `undefined` without one. */
  readonly status: number | undefined;
  /** Why there is no answer. */
  readonly problem: string | undefined;
}

/** Sends the events of messages to the webhooks of their service. */
export interface MailWebhooks {
  /** The secret of a service for its receivers; `undefined` where it signs nothing. */
  secretOf(service: string): string | undefined;
  /** Plans the events of a message that was sent to these recipients. */
  onSent(message: Message, recipients: readonly string[]): void;
  /** The last 500, oldest first. */
  attempts(): readonly WebhookAttempt[];
  close(): void;
}

const maxAttempts = 500;
const maxWaiting = 1000;
const retryDelaysMs = [200, 1000];
const postTimeoutMs = 5000;

export function createMailWebhooks(
  { webhooks, now }: Pick<MailStore, 'webhooks' | 'now'>,
  forms: ReadonlyMap<string, WebhookForm>,
): MailWebhooks {
  // The same at each start: a receiver keeps its secret.
  const seed = createHash('sha256').update('@org/sandbox webhooks').digest();
  const closing = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const log: WebhookAttempt[] = [];

  const later = (delayMs: number, run: () => void): void => {
    if (closing.signal.aborted || timers.size >= maxWaiting) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, delayMs).unref();
    timers.add(timer);
  };

  const send = async (hook: Webhook, request: WebhookRequest, facts: EventFacts, attempt = 1) => {
    const answer = await post(hook.url, request, closing.signal);
    if (closing.signal.aborted) return;
    const { service, url } = hook;
    log.push({ at: new Date(now()), service, url, ...facts, attempt, ...answer });
    if (log.length > maxAttempts) log.shift();
    const delayMs = retryDelaysMs[attempt - 1];
    const isTaken = answer.status !== undefined && answer.status < 300;
    if (!isTaken && delayMs !== undefined && !answer.isFinal)
      later(delayMs, () => void send(hook, request, facts, attempt + 1));
  };

  const emit = (form: WebhookForm, message: Message, event: MailEventKind, recipient: string): void => {
    const wanted = webhooks
      .all()
      .filter(({ service, events }) => service === message.service && isWanted(events, form.names[event]));
    for (const hook of wanted) {
      const fields = { kind: event, id: randomUUID(), message, recipient, at: now() };
      void send(hook, form.write(fields, seed), { event, recipient });
    }
  };

  return {
    secretOf: (service) => forms.get(service)?.secretOf?.(seed),
    onSent: (message, recipients) => {
      const form = forms.get(message.service);
      const isWatched = webhooks.find(({ service }) => service === message.service) !== undefined;
      for (const recipient of form && isWatched ? recipients : []) {
        const { kinds, delayMs } = planEvents(recipient);
        later(delayMs, () => {
          for (const kind of kinds) if (form) emit(form, message, kind, recipient);
        });
      }
    },
    attempts: () => [...log],
    close: () => {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

type EventFacts = Pick<WebhookAttempt, 'event' | 'recipient'>;

/** A webhook without a list of events gets all. */
function isWanted(events: readonly string[], name: string): boolean {
  return events.length === 0 || events.includes(name);
}

interface Answer extends Pick<WebhookAttempt, 'status' | 'problem'> {
  /** Another attempt has the same end. */
  readonly isFinal: boolean;
}

async function post(url: string, { body, headers }: WebhookRequest, closing: AbortSignal): Promise<Answer> {
  try {
    assertLoopbackTarget({ url });
  } catch (error) {
    return { status: undefined, problem: messageOf(error), isFinal: true };
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual', // a redirect could leave this machine
      signal: AbortSignal.any([closing, AbortSignal.timeout(postTimeoutMs)]),
    });
    await response.body?.cancel();
    return { status: response.status, problem: undefined, isFinal: false };
  } catch (error) {
    return { status: undefined, problem: messageOf(error), isFinal: false };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
