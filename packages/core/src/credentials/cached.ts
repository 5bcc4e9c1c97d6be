import { meantOption } from '../options/meant-option.ts';
import { requireNumber } from '../options/numbers.ts';
import { own } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { type CachedCredentialSource, CredentialCache } from './credential-cache.ts';
import { sourceOf } from './input.ts';
import type { CredentialInput, CredentialSource } from './source.ts';

const cachedNames: OptionNames<CachedOptions> = { ttlMs: 0, staleIfErrorMs: 0, loadTimeoutMs: 0 };

/** Times of a credential cache. @public */
export interface CachedOptions {
  /**
   * Lifetime of a credential in the cache, in milliseconds, with ±10 % jitter: a fleet does not reload in
   * step.
   *
   * @defaultValue 300_000
   */
  readonly ttlMs?: number | undefined;
  /**
   * How long after that a stale credential is used while the source fails, in milliseconds. Never past its
   * own `expiresAt`, and never after a 401.
   *
   * @defaultValue 3_600_000
   */
  readonly staleIfErrorMs?: number | undefined;
  /**
   * Timeout of one load, in milliseconds. After it, the next caller starts another load, and a caller without
   * a signal gets a `CredentialError`.
   *
   * @defaultValue 30_000
   */
  readonly loadTimeoutMs?: number | undefined;
}

/**
 * Caches the credential of a slow source. Concurrent calls share one load. The credential is refreshed in the
 * background before it expires. While the source fails, or takes longer than two seconds, the stale
 * credential is used, and loads back off. A caller that aborts does not affect the others.
 *
 * Every client caches its source like this. Call `cached` to choose the times, or to share one cache among
 * clients. @public
 *
 * @throws ConfigurationError when a time is not a number of milliseconds
 */
export function cachedCredential(
  source: CredentialSource,
  options: CachedOptions = {},
): CachedCredentialSource {
  refuseUnknown(options, cachedNames, 'cachedCredential()', meantOption);
  return new CredentialCache(sourceOf(source), {
    ttlMs: duration(options, 'ttlMs', 300_000),
    staleIfErrorMs: duration(options, 'staleIfErrorMs', 3_600_000),
    loadTimeoutMs: duration(options, 'loadTimeoutMs', 30_000),
  });
}

/** The source of an option, in a cache unless it has one. */
export function cachedSource(input: CredentialInput, name?: string): CredentialCache {
  const source = sourceOf(input, name);
  return CredentialCache.isInstance(source) ? source : (cachedCredential(source) as CredentialCache);
}

function duration(options: CachedOptions, name: keyof CachedOptions, fallback: number): number {
  return requireNumber(name, own(options, name) ?? fallback, 'a number of at least 0', (ms) => ms >= 0);
}
