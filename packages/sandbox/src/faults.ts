import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxHandler, SandboxRequest, SandboxResponse } from './http/exchange.ts';

/** A failure to inject into the next requests. */
export interface Fault {
  /** How many requests fail. @default 1 */
  readonly count?: number;
  /** The status of the response. Without it and without `drop`, the request is only delayed. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The body of the response. A string is sent unchanged, other values as JSON.
   *
   * @default the service's error body for the status
   */
  readonly body?: unknown;
  /** The delay before the failure. */
  readonly delayMs?: number;
  /** Cuts the connection without a response. */
  readonly drop?: boolean;
  /** Runs the request first, so that only the response is lost, as on a network. @default false */
  readonly perform?: boolean;
  /**
   * The requests that fail: those that match all given properties. A `path` string must be equal, without the
   * query.
   */
  readonly match?: { readonly method?: string; readonly path?: string | RegExp };
}

/** Faults that wait for matching requests. */
export interface FaultInjector {
  failNext(fault: Fault): void;
  /** Wraps a handler, so that pending faults apply first. `describe` is that of its service. */
  wrap(handler: SandboxHandler, describe?: (status: number) => unknown): SandboxHandler;
  clear(): void;
}

/** `describe` returns the service's error body for a status. */
export function createFaultInjector(describeByDefault: (status: number) => unknown): FaultInjector {
  let pending: readonly { readonly fault: Fault; readonly left: number }[] = [];

  const takeFor = (request: SandboxRequest): Fault | undefined => {
    const index = pending.findIndex(({ fault }) => meets(fault, request));
    const found = pending[index];
    if (found === undefined) return undefined;
    const rest = found.left > 1 ? [{ ...found, left: found.left - 1 }] : [];
    pending = [...pending.slice(0, index), ...rest, ...pending.slice(index + 1)];
    return found.fault;
  };

  return {
    failNext: (fault) => {
      const left = fault.count ?? 1;
      if (!Number.isInteger(left) || left < 1)
        throw new RangeError(`count must be a positive integer, not ${left}`);
      if (fault.status !== undefined && !(fault.status >= 200 && fault.status <= 599)) {
        throw new RangeError(`status must be 200 to 599, not ${fault.status}`);
      }
      pending = [...pending, { fault, left }];
    },
    clear: () => {
      pending = [];
    },
    wrap:
      (handler, describe = describeByDefault) =>
      async (request) => {
        const fault = takeFor(request);
        if (fault === undefined) return handler(request);
        if (fault.delayMs !== undefined)
          await sleep(fault.delayMs, undefined, { signal: request.signal }).catch(() => {});
        if (request.signal.aborted) return { status: 499, drop: true };
        if (fault.drop !== true && fault.status === undefined) return handler(request);
        if (fault.perform) await handler(request);
        return fault.drop ? { status: 500, drop: true } : toAnswer(fault, fault.status ?? 500, describe);
      },
  };
}

function meets({ match }: Fault, request: SandboxRequest): boolean {
  if (match?.method !== undefined && match.method.toUpperCase() !== request.method) return false;
  if (match?.path === undefined) return true;
  return typeof match.path === 'string'
    ? match.path === request.path
    : request.path.search(match.path) !== -1;
}

function toAnswer(fault: Fault, status: number, describe: (status: number) => unknown): SandboxResponse {
  const headers = fault.headers === undefined ? undefined : { headers: fault.headers };
  if (typeof fault.body === 'string') return { status, ...headers, body: fault.body };
  const json = fault.body === undefined ? describe(status) : fault.body;
  return json === undefined ? { status, ...headers } : { status, ...headers, json };
}
