import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxRequest, SandboxResponse } from '../http/exchange.ts';

/** What has changed; the page asks for the news itself. */
export type LiveTopic = 'inbox' | 'channels';

/** Tells open pages what has changed, by server-sent events (WHATWG HTML, "Server-sent events"). */
export interface LiveFeed {
  announce(topic: LiveTopic): void;
  /** An endless answer; 503 when too many pages are open. */
  open(request: SandboxRequest): SandboxResponse;
  readonly listeners: number;
  close(): void;
}

interface Listener {
  /** Topics not yet told: a set, so that a page that reads slowly costs no memory. */
  readonly pending: Set<LiveTopic>;
  wake(): void;
}

const heartbeatMs = 15_000;
/** Bursts become one message: a page needs no more than this many updates a second. */
const pauseMs = 60;

export function createLiveFeed(maxListeners = 32): LiveFeed {
  const listeners = new Set<Listener>();
  let isClosed = false;
  return {
    announce(topic) {
      for (const listener of listeners) {
        listener.pending.add(topic);
        listener.wake();
      }
    },
    open({ signal }) {
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
      // Both: a client may go before the first byte is asked for.
      signal.addEventListener('abort', leave, { once: true });
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream; charset=utf-8' },
        body: tell(listener, signal, () => isClosed, leave),
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

async function* tell(
  listener: Listener,
  signal: AbortSignal,
  isClosed: () => boolean,
  leave: () => void,
): AsyncGenerator<string> {
  try {
    yield 'retry: 1000\n\n';
    while (!signal.aborted && !isClosed()) {
      if (listener.pending.size === 0) await nextWake(listener, signal);
      if (listener.pending.size === 0) yield ': still here\n\n';
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
