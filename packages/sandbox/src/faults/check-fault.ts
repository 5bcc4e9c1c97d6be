import { createRateLimit } from '../rate-limit.ts';
import { type Check, fields, flag, namesWith, number, oneOf, optional, text } from '../shape.ts';
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

const pattern: Check = (value) => (value instanceof RegExp ? undefined : text(value));
const headers: Check = (value) =>
  namesWith(text)(value) ?? (canBeSent(value) ? undefined : ' cannot be sent');
const types = fields({
  match: optional(namesWith(pattern)),
  headers: optional(headers),
  message: optional(text),
  reason: optional(text),
  channel: optional(text),
  event: optional(text),
  from: optional(oneOf('service', 'client')),
  drop: optional(oneOf(true, false, 'reset')),
  duplicate: optional(flag),
  throttle: optional(fields({ limit: number, windowMs: number })),
});

function canBeSent(headers: unknown): boolean {
  try {
    return [...new Headers(headers as Record<string, string>)].length >= 0;
  } catch {
    return false;
  }
}

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
  const problem = types(fault);
  if (problem !== undefined) throw new TypeError(problem.slice(1));
  checkEffect(fault);
}

function checkEffect(fault: AnyFault): void {
  if ('delayMs' in fault) requireRange('delayMs', fault.delayMs, 0, 2 ** 31 - 1);
  if ('where' in fault) {
    const places = fault.on === 'smtp' ? ['before', 'after'] : ['before', 'after', 'body'];
    if (!places.includes(fault.where ?? 'before'))
      throw new TypeError(`where must be one of ${places.join(', ')}, not ${fault.where}`);
  }
  if (fault.on === 'connection') checkRefusal(fault.refuse);
  if (fault.on === 'connected') {
    if (!['cut', 'stop-answering'].includes(fault.action as string)) checkClose(fault.action);
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

function checkRefusal(refuse: unknown): void {
  if (typeof refuse === 'number') return void checkCloseCode(refuse);
  if (refuse === 'reset') return;
  const problem = fields({ status: number })(refuse);
  if (problem !== undefined) throw new TypeError('refuse must be a close code, { status } or reset');
  requireRange('refuse.status', (refuse as { readonly status: number }).status, 200, 599);
}

function checkClose(action: unknown): void {
  const problem = fields({ close: number, reason: optional(text) })(action);
  if (problem !== undefined) throw new TypeError('action must be cut, stop-answering or { close, reason }');
  checkCloseCode((action as { readonly close: number }).close);
}

function requireRange(name: string, value: unknown, least: number, most: number): void {
  if (value === undefined) return;
  if (typeof value === 'number' && value >= least && value <= most) return;
  throw new RangeError(`${name} must be ${least} to ${most}, not ${value}`);
}
