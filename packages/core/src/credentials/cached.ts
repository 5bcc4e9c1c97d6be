import { wrongOption } from '../errors/wrong-option.ts';
import { own } from '../options/own.ts';
import { CredentialCache } from './credential-cache.ts';
import type { Credential, CredentialSource } from './source.ts';

/** How long a credential is kept. @public */
export interface CachedOptions {
  /** How long a credential is used before it is looked up again, ±10 % so that a fleet does not ask in step. @defaultValue 300 000 */
  readonly ttlMs?: number | undefined;
  /**
   * How long after that an old credential is still used while the source fails; never past its own `expiresAt`, and never in answer to a
   * refusal. @defaultValue 3 600 000
   */
  readonly staleIfErrorMs?: number | undefined;
  /**
   * A look-up that takes longer is given up: by the next caller, who starts another one, and by a caller without a signal, who gets a `CredentialError`.
   * @defaultValue 30 000
   */
  readonly loadTimeoutMs?: number | undefined;
}

/** A source that remembers what it found. @public */
export interface CachedCredentialSource extends CredentialSource {
  /** The credential as it is held now, without looking it up. */
  peek(): Credential | undefined;
  /** Forgets the credential; a look-up that is under way no longer counts. */
  invalidate(): void;
}

const brand = Symbol.for('org.credentials.cached');

/**
 * Keeps the credential of a slow source. However many calls need it at once, the source is asked once; the answer is renewed in the background before
 * it ends; while the source fails, or takes longer than two seconds, the old one is used, and the source is asked less and less often. A caller that
 * aborts leaves the others undisturbed.
 *
 * Every client does this with the source it is given; call it yourself to choose the times, or to share one cache among clients.
 *
 * @throws ConfigurationError when a time is not a number of milliseconds
 * @public
 */
export function cached(source: CredentialSource, options: CachedOptions = {}): CachedCredentialSource {
  const cache = new CredentialCache(source, {
    ttlMs: duration(options, 'ttlMs', 300_000),
    staleIfErrorMs: duration(options, 'staleIfErrorMs', 3_600_000),
    loadTimeoutMs: duration(options, 'loadTimeoutMs', 30_000),
  });
  return Object.defineProperty(
    {
      get description() {
        return source.description;
      },
      load: (context) => cache.load(context),
      peek: () => cache.peek(),
      invalidate: () => cache.invalidate(),
    } satisfies CachedCredentialSource,
    brand,
    { value: true },
  );
}

/** @internal */
export function isCached(source: CredentialSource): source is CachedCredentialSource {
  return Reflect.get(source, brand) === true;
}

function duration(options: CachedOptions, name: keyof CachedOptions, fallback: number): number {
  const value = own(options, name) ?? fallback;
  if (typeof value !== 'number' || !(value >= 0)) {
    throw wrongOption(`${name} must be a number of milliseconds, 0 or more.`);
  }
  return value;
}
