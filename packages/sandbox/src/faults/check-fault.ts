import { createRateLimit } from '../rate-limit.ts';
import { checkCloseCode } from './close-code.ts';
import type { AnyFault } from './fault.ts';
import { requireFrameAction } from './frame-action.ts';

// A fault with a misspelled value would never happen, and the test would pass without it.

const kinds = {
  request: ['match', 'where', 'delayMs', 'status', 'headers', 'body', 'drop', 'throttle'],
  smtp: ['match', 'where', 'delayMs', 'code', 'message', 'drop'],
  connection: ['refuse', 'reason'],
  connected: ['afterMs', 'action'],
  subscribe: ['channel', 'status', 'message'],
  frame: ['from', 'event', 'channel', 'action'],
  sockets: ['effect', 'delayMs'],
  webhook: ['match', 'delayMs', 'duplicate'],
} as const satisfies Record<NonNullable<AnyFault['on']>, readonly string[]>;
const common = ['on', 'service', 'count', 'nth', 'probability', 'seed'];
const services: Record<keyof typeof kinds, readonly string[]> = {
  request: ['mail', 'routing', 'realtime'],
  smtp: ['smtp'],
  connection: ['realtime'],
  connected: ['realtime'],
  subscribe: ['realtime'],
  frame: ['realtime'],
  sockets: ['realtime'],
  webhook: ['mail'],
};

/** @throws {RangeError | TypeError} for a fault that could never happen, or that says nothing */
export function checkFault(fault: AnyFault): void {
  const { on = 'request', service, count = 1, nth = 1, probability = 1, seed = 1 } = fault;
  if (!Object.hasOwn(kinds, on)) throw new TypeError(`on must be one of ${Object.keys(kinds).join(', ')}`);
  const known: readonly string[] = [...common, ...kinds[on]];
  const unknown = Object.keys(fault).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`A fault of ${on} has no ${unknown}. It has ${known.join(', ')}`);
  if (service !== undefined && !services[on].includes(service))
    throw new TypeError(`service must be one of ${services[on].join(', ')}, not ${service}`);
  for (const [name, value] of Object.entries({ nth, count: count === 'always' ? 1 : count })) {
    if (!Number.isInteger(value) || value < 1)
      throw new RangeError(`${name} must be a positive integer, not ${value}`);
  }
  if (!(probability > 0 && probability <= 1))
    throw new RangeError(`probability must be above 0 and at most 1, not ${probability}`);
  if (!Number.isFinite(seed)) throw new RangeError(`seed must be a number, not ${seed}`);
  checkEffect(fault);
}

function checkEffect(fault: AnyFault): void {
  if ('delayMs' in fault) requireRange('delayMs', fault.delayMs, 0, 2 ** 31 - 1);
  if ('where' in fault) {
    const places = fault.on === 'smtp' ? ['before', 'after'] : ['before', 'after', 'body'];
    if (!places.includes(fault.where ?? 'before'))
      throw new TypeError(`where must be one of ${places.join(', ')}, not ${fault.where}`);
  }
  if (fault.on === 'connection' && typeof fault.refuse === 'number') checkCloseCode(fault.refuse);
  if (fault.on === 'connected') {
    if (typeof fault.action === 'object') checkCloseCode(fault.action.close);
    requireRange('afterMs', fault.afterMs, 0, 2 ** 31 - 1);
  }
  if (fault.on === 'webhook') {
    requireRange('delayMs', fault.delayMs, 0, 600_000);
    if (fault.delayMs === undefined && !fault.duplicate)
      throw new TypeError('A fault of a webhook needs delayMs or duplicate: true');
  }
  if ('throttle' in fault && fault.throttle) createRateLimit(fault.throttle);
  if (fault.on === 'smtp') requireRange('code', fault.code, 400, 599);
  if ('status' in fault) requireRange('status', fault.status, fault.on === 'subscribe' ? 400 : 200, 599);
  if (fault.on === 'frame') requireFrameAction(fault.action);
  if (fault.on === 'sockets' && !['silent', 'deaf', 'slow'].includes(fault.effect))
    throw new TypeError(`effect must be silent, deaf or slow, not ${fault.effect}`);
}

function requireRange(name: string, value: unknown, least: number, most: number): void {
  if (value === undefined) return;
  if (typeof value === 'number' && value >= least && value <= most) return;
  throw new RangeError(`${name} must be ${least} to ${most}, not ${value}`);
}
