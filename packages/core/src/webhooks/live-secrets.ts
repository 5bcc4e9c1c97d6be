import { cachedSource } from '../credentials/cached.ts';
import type { Secret } from '../credentials/secret.ts';
import type { CredentialInput } from '../credentials/source.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { requireNumber } from '../options/numbers.ts';
import { own } from '../options/own.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import { untilAborted } from '../time/until-aborted.ts';

/** The secrets that are valid now, wherever they are kept. @public */
export interface LiveSecrets {
  /**
   * All of them, in the order of their sources.
   * @throws CredentialError when there is none, or when one of the sources cannot be asked and has no earlier answer
   */
  get(signal?: AbortSignal): Promise<readonly Secret[]>;
  /**
   * A signature fits none of these: are there others by now? Looks again, once for all who ask at the same time. `undefined` when nothing has changed, or
   * when this was asked a moment ago, so that whoever sends bad signatures does not make us ask without end.
   */
  refresh(known: readonly Secret[], signal?: AbortSignal): Promise<readonly Secret[] | undefined>;
}

/** How live secrets are kept. @public */
export interface LiveSecretsOptions {
  /** How often at most bad signatures lead to another look. @defaultValue 10 000 */
  readonly minRefreshIntervalMs?: number | undefined;
  readonly runtime?: Partial<Runtime> | undefined;
}

/**
 * Secrets for a verifier while they are being rotated: each from a source of its own, cached and renewed like every credential. A source that has none
 * (the previous secret, before there was one) does not count.
 *
 * @example
 * const secrets = createLiveSecrets([fromEnv('HOOK_SECRET'), fromEnv('HOOK_SECRET_PREVIOUS')])
 * const genuine = await verifyHmac({ secrets, bytes, signature, encoding: 'hex' })
 *
 * @throws ConfigurationError when a source is none
 * @public
 */
export function createLiveSecrets(
  sources: readonly CredentialInput[],
  options: LiveSecretsOptions = {},
): LiveSecrets {
  const runtime = createRuntime(own(options, 'runtime'));
  const minIntervalMs = own(options, 'minRefreshIntervalMs') ?? 10_000;
  requireNumber('minRefreshIntervalMs', minIntervalMs, 'a number of at least 0', (ms) => ms >= 0);
  const caches = sources.map(cachedSource);
  let nextRefreshAtMs = -Infinity;
  let refreshing: Promise<readonly Secret[]> | undefined;

  const load = async (refresh: boolean, signal: AbortSignal | undefined) => {
    const found = await Promise.all(caches.map((cache) => cache.load({ runtime, refresh, signal })));
    const secrets = found.filter((credential) => credential !== undefined).map(({ secret }) => secret);
    if (secrets.length > 0) return secrets;
    const where = caches.map(({ description }) => description).join(', ');
    throw new CredentialError({ message: `No signing secret: set one of ${where}.` });
  };

  const startRefresh = () => {
    nextRefreshAtMs = runtime.monotonic() + minIntervalMs;
    const started = load(true, undefined).finally(() => {
      refreshing = undefined;
    });
    refreshing = started;
    return started;
  };

  return {
    get: (signal) => load(false, signal),
    async refresh(known, signal) {
      const held = await load(false, signal);
      if (!sameSecrets(held, known)) return held;
      if (refreshing === undefined && runtime.monotonic() < nextRefreshAtMs) return undefined;
      const fresh = await untilAborted(refreshing ?? startRefresh(), signal);
      return sameSecrets(fresh, known) ? undefined : fresh;
    },
  };
}

function sameSecrets(some: readonly Secret[], others: readonly Secret[]): boolean {
  return (
    some.length === others.length &&
    some.every((secret, index) => secret.reveal() === others[index]?.reveal())
  );
}
