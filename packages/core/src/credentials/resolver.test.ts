import { describe, expect, it } from 'vitest';
import { CredentialError } from '../errors/caller-errors.ts';
import { createRuntime } from '../time/runtime.ts';
import { cachedCredential } from './cached.ts';
import { fromEnv } from './env.ts';
import { createCredentialResolver } from './resolver.ts';
import { Secret } from './secret.ts';
import type { Credential, CredentialSource } from './source.ts';

/** A source that returns these values in order, and then always the last one. */
function setUp(...values: readonly (string | undefined)[]) {
  const clock = { ms: 0 };
  const runtime = createRuntime({ monotonic: () => clock.ms });
  const loads: boolean[] = [];
  const source: CredentialSource = {
    description: 'the test',
    async load({ refresh }) {
      const value = values[Math.min(loads.length, values.length - 1)];
      loads.push(refresh);
      await new Promise<void>((resolve) => setImmediate(resolve));
      return value === undefined ? undefined : { secret: new Secret(value), source: 'the test' };
    },
  };
  return { clock, runtime, loads, source, resolver: createCredentialResolver(source, runtime, 'acme') };
}

const times = <Value>(count: number, make: () => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, make));

const reveal = (credential: Credential | undefined) => credential?.secret.reveal();

describe('createCredentialResolver', () => {
  it('C17: 1,000 concurrent calls are one load', async () => {
    const { resolver, loads } = setUp('k');
    const credentials = await times(1_000, async () => resolver.get());
    expect(new Set(credentials.map(reveal))).toEqual(new Set(['k']));
    expect(loads).toEqual([false]);
  });

  it('C17: 1,000 refusals at once are one refresh, and all get the new credential', async () => {
    const { resolver, loads } = setUp('old', 'new');
    const { secret } = await resolver.get();
    const fresh = await times(1_000, () => resolver.refreshAfterRefusal(secret));
    expect(new Set(fresh.map(reveal))).toEqual(new Set(['new']));
    expect(reveal(await resolver.get())).toBe('new');
    expect(loads).toEqual([false, true]);
  });

  it('returns the new credential for a late refusal, without another load', async () => {
    const { resolver, loads } = setUp('old', 'new', 'newest');
    const { secret } = await resolver.get();
    await resolver.refreshAfterRefusal(secret);
    expect(reveal(await resolver.refreshAfterRefusal(secret))).toBe('new');
    expect(loads).toHaveLength(2);
  });

  it('returns undefined for an unchanged value, with one load for a wave of refusals', async () => {
    const { clock, resolver, loads } = setUp('same', 'same', 'new');
    const { secret } = await resolver.get();
    expect(new Set(await times(100, () => resolver.refreshAfterRefusal(secret)))).toEqual(
      new Set([undefined]),
    );
    expect(await resolver.refreshAfterRefusal(secret)).toBeUndefined();
    expect(loads).toHaveLength(2);
    clock.ms += 5_000;
    expect(reveal(await resolver.refreshAfterRefusal(secret))).toBe('new');
  });

  it('returns undefined when the credential no longer exists', async () => {
    const { resolver } = setUp('old', undefined);
    const { secret } = await resolver.get();
    expect(await resolver.refreshAfterRefusal(secret)).toBeUndefined();
  });

  it('names the places for a credential when there is none', async () => {
    const runtime = createRuntime();
    const source = fromEnv('TEST_NOBODY_SETS_THIS');
    const resolver = createCredentialResolver(source, runtime, 'acme');
    expect(await resolver.find()).toBeUndefined();
    const error: unknown = await Promise.resolve(resolver.get()).catch((reason: unknown) => reason);
    if (!CredentialError.isInstance(error)) throw new Error('expected a CredentialError');
    expect(error.provider).toBe('acme');
    expect(error.message).toBe(
      'No credential for acme: set TEST_NOBODY_SETS_THIS or TEST_NOBODY_SETS_THIS_FILE, or pass apiKey.',
    );
  });

  it('accepts a value as well as a source', async () => {
    const { runtime } = setUp();
    expect(reveal(await createCredentialResolver('k', runtime, 'acme').get())).toBe('k');
    expect(reveal(await createCredentialResolver(new Secret('k'), runtime, 'acme').get())).toBe('k');
  });

  it("shares the caller's cache", async () => {
    const { runtime, source, loads } = setUp('k');
    const shared = cachedCredential(source);
    const clients = [1, 2, 3].map(() => createCredentialResolver(shared, runtime, 'acme'));
    await Promise.all(clients.map((resolver) => resolver.get()));
    expect(loads).toHaveLength(1);
  });

  it('C9: rejects an aborted caller with its reason; the load continues for the others', async () => {
    const { resolver, loads } = setUp('k');
    const controller = new AbortController();
    const leaving = resolver.get(controller.signal);
    const staying = resolver.get();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(leaving).rejects.toBe(reason);
    expect(reveal(await staying)).toBe('k');
    expect(loads).toHaveLength(1);
  });
});
