import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxAnswer, SandboxHandler } from '../http/exchange.ts';

/** What the next requests meet instead of an answer. */
export interface Fault {
  /** How many requests. @default 1 */
  readonly count?: number;
  /** @default 503 */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, or anything else to be sent as JSON. @default nothing */
  readonly body?: unknown;
  /** How long the service keeps the request waiting first. With nothing but this, it then answers as usual. */
  readonly delayMs?: number;
  /** Cuts the connection instead of answering. */
  readonly drop?: boolean;
}

export interface FaultInjector {
  /** Queues a fault; several are met in the order in which they were queued. */
  failNext(fault: Fault): void;
  /** Puts the queued faults in front of a handler. */
  guard(handler: SandboxHandler): SandboxHandler;
}

export function createFaultInjector(): FaultInjector {
  const queue: Fault[] = [];
  return {
    failNext(fault) {
      const count = fault.count ?? 1;
      if (!Number.isInteger(count) || count < 1)
        throw new RangeError(`count must be a positive integer, not ${count}`);
      for (let met = 0; met < count; met += 1) queue.push(fault);
    },
    guard: (handler) => async (request) => {
      const fault = queue.shift();
      if (fault?.delayMs !== undefined) await wait(fault.delayMs, undefined, { signal: request.signal });
      return fault === undefined || isOnlyDelay(fault) ? handler(request) : render(fault);
    },
  };
}

function isOnlyDelay({ delayMs, status, body, headers, drop }: Fault): boolean {
  return delayMs !== undefined && [status, body, headers, drop].every((part) => part === undefined);
}

function render({ status = 503, headers = {}, body, drop = false }: Fault): SandboxAnswer {
  if (drop) return { status, drop };
  if (body === undefined) return { status, headers };
  return typeof body === 'string' ? { status, headers, body } : { status, headers, json: body };
}
