import type { InBackground } from '../../failures.ts';
import type { RealtimeClock } from '../clock.ts';
import type { RealtimeApp } from '../options.ts';
import { signHex } from '../signature.ts';
import { isWanted, type WebhookEvent, type WebhookTarget } from './target.ts';

export interface WebhookDeliveryOptions {
  readonly app: RealtimeApp;
  readonly clock: RealtimeClock;
  readonly inBackground: InBackground;
  readonly targets: readonly WebhookTarget[];
  /** The first delay after a failure. It doubles each time. */
  readonly retryDelayMs: number;
  /** Requests in flight or before a retry. */
  readonly capacity: number;
  delivered(url: string): void;
  failed(url: string, reason: string): void;
}

// Delays of 1 + 2 + 4 + … + 128 s: about the five minutes of the hosted service.
const maxAttempts = 9;
const postTimeoutMs = 5_000;

/** Posts signed webhooks. */
export function createWebhookDelivery(options: WebhookDeliveryOptions) {
  const { app, clock, inBackground, retryDelayMs, capacity } = options;
  const closing = new AbortController();
  const waiting = new Set<() => void>();
  let pending = 0;

  const retry = (url: string, body: string, attempt: number, reason: string): void => {
    if (closing.signal.aborted) return;
    options.failed(url, reason);
    if (attempt >= maxAttempts) {
      pending -= 1;
      return;
    }
    const cancel = clock.after(retryDelayMs * 2 ** (attempt - 1), () => {
      waiting.delete(cancel);
      inBackground('A webhook of realtime', () => send(url, body, attempt + 1));
    });
    waiting.add(cancel);
  };

  const send = async (url: string, body: string, attempt: number): Promise<void> => {
    const reason = await post(app, clock, url, body, closing.signal);
    if (reason !== undefined) return retry(url, body, attempt, reason);
    if (closing.signal.aborted) return;
    pending -= 1;
    options.delivered(url);
  };

  // In order for each target, so that a healthy receiver gets events in order.
  const lines = options.targets.map((target) => ({ target, last: Promise.resolve() }));

  return {
    deliver(events: readonly WebhookEvent[]) {
      for (const line of lines) {
        const wanted = events.filter((event) => isWanted(line.target, event));
        if (wanted.length === 0) continue;
        const { url } = line.target;
        if (pending >= capacity) {
          options.failed(url, 'too many webhooks are waiting');
          continue;
        }
        pending += 1;
        const body = JSON.stringify({ time_ms: clock.now(), events: wanted });
        const sent = line.last.then(() => send(url, body, 1));
        inBackground('A webhook of realtime', () => sent);
        line.last = sent.catch(() => {}); // the next one is sent
      }
    },
    /** Aborts the deliveries in flight. */
    close() {
      closing.abort();
      for (const cancel of waiting) cancel();
      waiting.clear();
    },
  };
}

/** Posts once. Returns the reason of a failure. */
async function post(
  app: RealtimeApp,
  clock: RealtimeClock,
  url: string,
  body: string,
  closing: AbortSignal,
): Promise<string | undefined> {
  if (closing.aborted) return 'closing';
  const timeout = new AbortController();
  const cancelTimeout = clock.after(postTimeoutMs, () => timeout.abort(new Error('no answer in time')));
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-pusher-key': app.key,
        'x-pusher-signature': signHex(app.secret, body),
      },
      body,
      redirect: 'manual', // a redirect could leave this machine
      signal: AbortSignal.any([closing, timeout.signal]),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `status ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    cancelTimeout();
  }
}
