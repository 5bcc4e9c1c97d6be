import { AsyncLocalStorage } from 'node:async_hooks';
import type { ArrivedRequest, HttpObserver, SandboxResponse } from '../http/exchange.ts';
import { wholeBody } from '../http/write-response.ts';

/** The services whose HTTP requests are logged. */
export type HttpServiceName = 'mail' | 'routing' | 'realtime';

/** A request in the log, with its secrets. */
export interface LoggedExchange {
  /** `r1`, `r2` and so on. */
  readonly id: string;
  readonly service: HttpServiceName;
  readonly at: Date;
  readonly request: ArrivedRequest;
  /** `undefined` while the service works. */
  readonly response: SandboxResponse | undefined;
  readonly durationMs: number | undefined;
  /** The start of the response body, at most 64 KiB. */
  readonly responseBody: Uint8Array;
  /** The messages that this request put into the mailbox. */
  readonly messageIds: readonly string[];
  /** The fault that changed it. */
  readonly faultId: string | undefined;
  /** The id of the request that it repeats. */
  readonly replayOf: string | undefined;
}

/** The last requests of all services, bounded in number and in bytes. */
export interface RequestLog {
  /** Oldest first. */
  list(): readonly LoggedExchange[];
  get(id: string): LoggedExchange | undefined;
  observer(service: HttpServiceName): HttpObserver;
  /** Notes a message, or a fault, at the request that is being served. */
  note(what: { readonly messageId?: string; readonly faultId?: string }): void;
  /** Serves a request once more. Resolves with the new entry; `undefined` for an unknown one. */
  replay(id: string): Promise<LoggedExchange | undefined>;
  clear(): void;
  /** Calls the listener after each change. Returns the function that removes it. */
  subscribe(listener: () => void): () => void;
}

type Respond = () => Promise<SandboxResponse | undefined>;

interface Entry extends LoggedExchange {
  response: SandboxResponse | undefined;
  durationMs: number | undefined;
  responseBody: Uint8Array;
  messageIds: string[];
  faultId: string | undefined;
  readonly again: Respond;
}

const keptResponseBytes = 64 * 1024;
const overheadBytes = 2 * 1024;
const maxNoted = 1000;

/** `maxBytes` bounds the bodies of all kept requests and responses. */
export function createRequestLog(bounds: RingBounds = {}): RequestLog {
  const ring = createRing(bounds);
  const current = new AsyncLocalStorage<Entry>();
  let sequence = 0;

  const serve = async (
    service: HttpServiceName,
    request: ArrivedRequest,
    { respond, again, replayOf }: Serving,
  ): Promise<Entry> => {
    sequence += 1;
    const entry: Entry = { ...blank, id: `r${sequence}`, service, at: new Date(), request, again, replayOf };
    entry.messageIds = [];
    const startedAt = performance.now();
    entry.response = await current.run(entry, respond);
    // The body has arrived by now, so the entry has its final size.
    entry.durationMs = performance.now() - startedAt;
    const whole = entry.response && wholeBody(entry.response);
    entry.responseBody = whole?.slice(0, keptResponseBytes) ?? blank.responseBody;
    ring.keep(entry);
    return entry;
  };

  return {
    list: ring.list,
    get: ring.get,
    observer: (service) => ({
      observe: async (request, respond, again) =>
        (await serve(service, request, { respond, again, replayOf: undefined })).response,
    }),
    note({ messageId, faultId }) {
      const entry = current.getStore();
      if (entry === undefined) return;
      if (messageId !== undefined && entry.messageIds.length < maxNoted) entry.messageIds.push(messageId);
      if (faultId !== undefined) entry.faultId = faultId;
    },
    async replay(id) {
      const { service, request, again } = ring.get(id) ?? {};
      if (service === undefined || request === undefined || again === undefined) return undefined;
      return serve(service, request, { respond: again, again, replayOf: id });
    },
    clear: ring.clear,
    subscribe: ring.subscribe,
  };
}

interface Serving {
  readonly respond: Respond;
  readonly again: Respond;
  readonly replayOf: string | undefined;
}

const blank = {
  response: undefined,
  durationMs: undefined,
  responseBody: new Uint8Array(),
  messageIds: [],
  faultId: undefined,
};

interface RingBounds {
  readonly maxEntries?: number;
  readonly maxBytes?: number;
}

function createRing({ maxEntries = 1000, maxBytes = 32 * 1024 * 1024 }: RingBounds) {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let bytes = 0;
  const announce = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    keep(entry: Entry): void {
      entries.set(entry.id, entry);
      bytes += sizeOf(entry);
      for (const [id, oldest] of entries) {
        if (entries.size <= maxEntries && (bytes <= maxBytes || entries.size === 1)) break;
        entries.delete(id);
        bytes -= sizeOf(oldest);
      }
      announce();
    },
    list: () => [...entries.values()],
    get: (id: string) => entries.get(id),
    clear(): void {
      entries.clear();
      bytes = 0;
      announce();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function sizeOf({ request, responseBody }: Entry): number {
  return request.bytes.byteLength + responseBody.byteLength + overheadBytes;
}
