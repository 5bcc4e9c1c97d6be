import { cachedSource } from '../credentials/cached.ts';
import type { Secret } from '../credentials/secret.ts';
import type { CredentialInput, CredentialSource } from '../credentials/source.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { isOrgError } from '../errors/org-error.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { requireNumber } from '../options/numbers.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import { untilAborted } from '../time/until-aborted.ts';

const defaults = {
  minRefreshIntervalMs: undefined,
  runtime: undefined,
} satisfies OptionNames<LiveSecretsOptions>;

/** The secrets that are valid now. @public */
export interface LiveSecrets {
  /**
   * All secrets, in the order of their sources.
   *
   * @throws CredentialError when there is none, or when a source fails and has no cached secret
   */
  get(signal?: AbortSignal): Promise<readonly Secret[]>;
  /**
   * Loads the secrets again after a signature that matches none of the `known` ones; concurrent calls share
   * one load. `undefined` when nothing has changed, or within `minRefreshIntervalMs`: bad signatures must
   * not cause endless loads.
   */
  refresh(known: readonly Secret[], signal?: AbortSignal): Promise<readonly Secret[] | undefined>;
}

/** Options of `createLiveSecrets()`. @public */
export interface LiveSecretsOptions {
  /** The shortest time between two loads after bad signatures, in milliseconds. @defaultValue 10_000 */
  readonly minRefreshIntervalMs?: number | undefined;
  readonly runtime?: Partial<Runtime> | undefined;
}

/**
 * Secrets for a verifier during a rotation, one source for each, cached and refreshed like every
 * credential. A source without a secret (no previous one yet) is skipped. @public
 *
 * @example
 * const secrets = createLiveSecrets([fromEnv('HOOK_SECRET'), fromEnv('HOOK_SECRET_PREVIOUS')])
 * const genuine = await verifyHmac({ secrets, bytes, signature, encoding: 'hex' })
 *
 * @throws ConfigurationError for an invalid source
 */
export function createLiveSecrets(
  sources: readonly CredentialInput[],
  given: LiveSecretsOptions = {},
): LiveSecrets {
  if (!Array.isArray(sources)) throw wrongOption('sources must be a list.');
  refuseUnknown(given, defaults, 'createLiveSecrets()');
  const options: LiveSecretsOptions = { ...defaults, ...given };
  const runtime = createRuntime(options.runtime);
  const minIntervalMs = options.minRefreshIntervalMs ?? 10_000;
  requireNumber('minRefreshIntervalMs', minIntervalMs, 'a number of at least 0', (ms) => ms >= 0);
  const caches = sources.map((source) => cachedSource(source, 'A secret of webhooks'));
  let nextRefreshAtMs = -Infinity;
  let refreshing: Promise<readonly Secret[]> | undefined;

  const load = async (refresh: boolean, signal: AbortSignal | undefined) => {
    const found = await Promise.all(
      caches.map((cache) =>
        cache.load({ runtime, refresh, signal }).catch((error: unknown) => failed(error, cache, signal)),
      ),
    );
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

/** What a source throws may hold its secret, which nobody knows yet: the error names the source alone. */
function failed(error: unknown, { description }: CredentialSource, signal: AbortSignal | undefined): never {
  if (isOrgError(error) || signal?.aborted) throw error;
  throw new CredentialError({
    message: `The signing secret could not be loaded: ${description} failed.`,
    outcome: 'not-sent',
  });
}

function sameSecrets(some: readonly Secret[], others: readonly Secret[]): boolean {
  return (
    some.length === others.length &&
    some.every((secret, index) => secret.reveal() === others[index]?.reveal())
  );
}
