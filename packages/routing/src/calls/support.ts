import { ConfigurationError, UnsupportedError } from '@org/core';
import { LimitExceededError } from '../errors.ts';
import { type Door, type Need, noRows, type Rows } from '../model/check/reader.ts';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import { forProfile, type PerProfile, type Profile } from '../model/travel/profile.ts';

/** A driver's name and what it can do. */
export interface Engine {
  readonly name: string;
  readonly capabilities: RoutingCapabilities;
}

export function withoutMethod({ name }: Engine, operation: string): UnsupportedError {
  const message = `${name} has no ${operation}(). Use a driver that supports it.`;
  return new UnsupportedError({ message, provider: name, operation, outcome: 'not-sent' });
}

/**
 * Requires of the engine what the values of a query need, by its rows. No option is ignored silently.
 *
 * @throws UnsupportedError before any I/O
 */
export function requireSupport(engine: Engine, { operation, rows }: Door<unknown>, query: object): void {
  const { profile }: { readonly profile?: Profile } = query;
  requireNeeds(engine, operation, rows, query, profile);
}

function requireNeeds(
  engine: Engine,
  operation: string,
  rows: Rows,
  query: object,
  profile: Profile | undefined,
): void {
  for (const [name, { empty, needs, rows: inner }] of Object.entries(rows)) {
    const value = (query as Readonly<Record<string, unknown>>)[name];
    if (value === empty || value === undefined) continue;
    if (name === 'profile') requireProfile(engine, operation, value as Profile);
    for (const need of needs) {
      const lacking = lackOf(engine.capabilities, need, value, profile);
      if (lacking !== undefined) throw notSupported(engine, operation, lacking);
    }
    if (inner === noRows) continue;
    for (const each of Array.isArray(value) ? (value as readonly object[]) : [value as object])
      requireNeeds(engine, operation, inner, each, profile);
  }
}

/** What an engine may state of an option: that it is honoured, or which of its values are. */
type Stated = PerProfile<boolean | readonly unknown[]> | undefined;

/** The words of what the engine lacks; `undefined` if it lacks nothing. */
function lackOf(
  capabilities: RoutingCapabilities,
  { capability, words, byProfile, item, ifAbsent }: Need,
  value: unknown,
  profile: Profile | undefined,
): string | undefined {
  const stated = (capabilities.options as object as Readonly<Record<string, Stated>>)[capability];
  const absent = ifAbsent === 'honoured' || (ifAbsent !== undefined && capabilities[ifAbsent] === true);
  const honoured = stated === undefined ? absent : profile ? forProfile(stated, profile) : stated;
  if (honoured === true) return undefined;
  const list: readonly unknown[] = Array.isArray(honoured) ? honoured : [];
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const lacking = (item === undefined ? given : [item]).find((each) => !list.includes(each));
  if (lacking === undefined) return undefined;
  return words.replace('*', String(lacking)) + (byProfile ? ` with profile "${profile}"` : '');
}

function requireProfile({ name, capabilities }: Engine, operation: string, profile: Profile): void {
  const { profiles } = capabilities;
  if (profiles.includes(profile)) return;
  const message = `${name} has no profile "${profile}"; it has ${profiles.join(', ')}.`;
  throw new UnsupportedError({ message, provider: name, operation, outcome: 'not-sent' });
}

function notSupported({ name }: Engine, operation: string, option: string): UnsupportedError {
  const message =
    `${name} does not support ${option} in ${operation}. ` +
    'Leave it out, or use a driver that supports it.';
  return new UnsupportedError({ message, provider: name, operation, outcome: 'not-sent' });
}

/** Of what no split gives the same result. */
export function requireCap(
  { name }: Engine,
  operation: string,
  what: string,
  count: number,
  most: number,
): void {
  if (count <= most) return;
  const message =
    `${name} takes at most ${most} ${what} in one ${operation} request, and a request with ` +
    `${count} cannot be split without changing the result. Send fewer.`;
  throw new LimitExceededError({ message, provider: name, operation, outcome: 'not-sent' });
}

/** The caps of some drivers are set by their users. No split fits one below the smallest request. */
export function requireLeastCap(
  { name }: Engine,
  operation: string,
  caps: Readonly<Record<string, number | undefined>>,
  least: number,
): void {
  const [cap, most] = Object.entries(caps).find(([, each = least]) => !(each >= least)) ?? [];
  if (cap === undefined) return;
  const message = `${name} has caps.${cap} ${most}; the smallest request needs at least ${least}.`;
  throw new ConfigurationError({ message, provider: name, operation, outcome: 'not-sent' });
}
