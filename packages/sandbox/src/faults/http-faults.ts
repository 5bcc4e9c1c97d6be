import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxHandler, SandboxRequest, SandboxResponse } from '../http/exchange.ts';
import { type RateLimitVerdict, renderRateLimitHeaders } from '../rate-limit.ts';
import type { AnyFault, Fault, FaultService } from './fault.ts';
import type { OpenFaultList } from './fault-list.ts';
import { matchesPattern } from './pattern.ts';

/** How one service renders a failure. */
export interface FaultDoor {
  readonly service: FaultService;
  /** Where its paths are on the server: `/resend`. A fault's path may have it or not. */
  readonly prefix?: string;
  /** The error body of the service for a status. */
  readonly describe: (status: number, request: SandboxRequest) => unknown;
  /** The headers of a throttle, and its response above the limit. `isQuota`: the window is a day or more. */
  readonly limitHeaders?: (verdict: RateLimitVerdict, request: SandboxRequest, isQuota: boolean) => Headers;
  readonly throttled?: (
    verdict: RateLimitVerdict,
    request: SandboxRequest,
    isQuota: boolean,
  ) => SandboxResponse;
  /** Called with each fault that changes a request. */
  readonly onFault?: (faultId: string) => void;
}

type Headers = Readonly<Record<string, string>>;

const dayMs = 86_400_000;

/** Wraps the handler of a service, so that its faults apply. */
export function wrapWithFaults(
  faults: OpenFaultList,
  door: FaultDoor,
  handler: SandboxHandler,
): SandboxHandler {
  return async (request) => {
    const isHit = (fault: AnyFault): fault is Fault =>
      (fault.on ?? 'request') === 'request' && meets(fault as Fault, door, request);
    const due = faults.take(isHit, isPassing);
    let headers: Headers = {};
    const { limitHeaders = renderRateLimitHeaders } = door;
    for (const { id, fault, limit } of due) {
      door.onFault?.(id);
      if ((fault.where ?? 'before') === 'before') await delay(fault, request);
      if (request.signal.aborted) return { status: 499, drop: true };
      const verdict = limit?.take('all');
      if (verdict === undefined) continue;
      const isQuota = (fault.throttle?.windowMs ?? 0) >= dayMs;
      headers = { ...headers, ...limitHeaders(verdict, request, isQuota) };
      if (verdict.allowed) continue;
      const refused =
        door.throttled?.(verdict, request, isQuota) ?? toAnswer({}, 429, request, door.describe);
      return { ...refused, headers: { ...headers, ...refused.headers } };
    }
    const last = due.find(({ fault }) => !isPassing(fault));
    const response = await (last === undefined
      ? handler(request)
      : respond(last.fault, request, handler, door.describe));
    for (const { fault } of due) if (fault.where === 'after') await delay(fault, request);
    return { ...response, headers: { ...response.headers, ...headers } };
  };
}

async function delay({ delayMs = 0 }: Fault, { signal }: SandboxRequest): Promise<void> {
  if (delayMs > 0) await sleep(delayMs, undefined, { signal }).catch(() => {});
}

/** Latency and throttles stay, so they apply together with other faults. */
function isPassing(fault: Fault): boolean {
  return fault.throttle !== undefined || (fault.count === 'always' && isDelayOnly(fault));
}

function isDelayOnly({ status, drop, where }: Fault): boolean {
  return status === undefined && !drop && where !== 'body';
}

async function respond(
  fault: Fault,
  request: SandboxRequest,
  handler: SandboxHandler,
  describe: FaultDoor['describe'],
): Promise<SandboxResponse> {
  const { where = 'before', drop, status, delayMs } = fault;
  if (isDelayOnly(fault)) return handler(request);
  if (where === 'body') {
    const whole = await handler(request);
    const answer = status === undefined ? whole : toAnswer(fault, status, request, describe);
    return { ...answer, halves: { ...(delayMs !== undefined && { delayMs }), ...(drop && { cut: drop }) } };
  }
  if (where === 'after') await handler(request);
  return drop ? { status: 500, drop } : toAnswer(fault, status ?? 500, request, describe);
}

function meets({ match, service }: Fault, door: FaultDoor, request: SandboxRequest): boolean {
  if (service !== undefined && service !== door.service) return false;
  if (match?.method !== undefined && match.method.toUpperCase() !== request.method) return false;
  if (match?.path === undefined) return true;
  const { path } = match;
  const names = [request.path, `${door.prefix ?? ''}${request.path}`];
  return names.some((name) =>
    typeof path === 'string' ? matchesPattern(path, name) : name.search(path) !== -1,
  );
}

function toAnswer(
  fault: Pick<Fault, 'headers' | 'body'>,
  status: number,
  request: SandboxRequest,
  describe: FaultDoor['describe'],
): SandboxResponse {
  const headers = fault.headers === undefined ? undefined : { headers: fault.headers };
  if (typeof fault.body === 'string') return { status, ...headers, body: fault.body };
  const json = fault.body === undefined ? describe(status, request) : fault.body;
  return json === undefined ? { status, ...headers } : { status, ...headers, json };
}
