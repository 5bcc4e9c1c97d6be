import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxRequest } from '../http/exchange.ts';

/** A changed view. The page then fetches it. */
export type LiveTopic = 'inbox' | 'channels' | 'requests' | 'faults' | 'webhooks';

interface Listener {
  /** Topics to send: a set, so that a slow page costs no memory. */
  readonly pending: Set<LiveTopic>;
  wake(): void;
}

const heartbeatMs = 15_000;
/** Joins bursts into one message: a page needs no more updates a second. */
const pauseMs = 60;

/** Notifies open pages by server-sent events (WHATWG HTML, "Server-sent events"). */
export type LiveFeed = ReturnType<typeof createLiveFeed>;

export function createLiveFeed(maxListeners = 32) {
  const listeners = new Set<Listener>();
  let isClosed = false;
  return {
    announce(topic: LiveTopic) {
      for (const listener of listeners) {
        listener.pending.add(topic);
        listener.wake();
      }
    },
    /** An endless response, or a 503 when too many pages are open. */
    open({ signal }: SandboxRequest) {
      if (isClosed || listeners.size >= maxListeners) {
        return {
          status: 503,
          headers: { 'retry-after': '5' },
          json: { error: `Not more than ${maxListeners} pages can be open at once.` },
        };
      }
      const listener: Listener = { pending: new Set(), wake() {} };
      listeners.add(listener);
      const leave = () => void listeners.delete(listener);
      // Both, because a client may disconnect before the first byte.
      signal.addEventListener('abort', leave, { once: true });
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream; charset=utf-8' },
        body: streamUpdates(listener, signal, () => isClosed, leave),
      };
    },
    get listeners() {
      return listeners.size;
    },
    close() {
      isClosed = true;
      for (const listener of listeners) listener.wake();
    },
  };
}

async function* streamUpdates(
  listener: Listener,
  signal: AbortSignal,
  isClosed: () => boolean,
  leave: () => void,
): AsyncGenerator<string> {
  try {
    yield 'retry: 1000\n\n';
    while (!signal.aborted && !isClosed()) {
      if (listener.pending.size === 0) await nextWake(listener, signal);
      if (listener.pending.size === 0) yield ': heartbeat\n\n';
      const topics = [...listener.pending];
      listener.pending.clear();
      for (const topic of topics) yield `event: ${topic}\ndata: {}\n\n`;
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    leave();
  }
}

async function nextWake(listener: Listener, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, heartbeatMs);
    timer.unref();
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      listener.wake = () => {};
      resolve();
    }
    listener.wake = done;
    signal.addEventListener('abort', done, { once: true });
  });
}
