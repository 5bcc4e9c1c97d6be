import { describe, expect, it } from 'vitest';
import { fromEnv } from '../credentials/env.ts';
import { Secret } from '../credentials/secret.ts';
import type { CredentialSource } from '../credentials/source.ts';
import { fromValue } from '../credentials/value.ts';
import { utf8 } from '../encoding/encoding.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { createRuntime } from '../time/runtime.ts';
import { signHmac, verifyHmac } from './hmac.ts';
import { createLiveSecrets } from './live-secrets.ts';

const bytes = utf8('{"id":1}');
const encoding = 'hex';
const signed = (secret: string) => signHmac({ secret, bytes, encoding });

/** Two sources whose values the test moves, as a store does in a rotation, and a clock. */
function setUp() {
  const clock = { ms: 0 };
  const store: Record<string, string | undefined | Error> = { current: 'two', previous: 'one' };
  const asked = { times: 0 };
  const from = (label: string): CredentialSource => ({
    description: label,
    async load(context) {
      asked.times += 1;
      await new Promise<void>((resolve) => setImmediate(resolve));
      const value = store[label];
      if (value instanceof Error) throw value;
      return value === undefined ? undefined : fromValue(value).load(context);
    },
  });
  const runtime = createRuntime({ monotonic: () => clock.ms });
  const secrets = createLiveSecrets([from('current'), from('previous')], { runtime });
  const verify = async (secret: string) =>
    verifyHmac({ secrets, bytes, encoding, signature: await signed(secret) });
  return { clock, store, asked, secrets, verify };
}

const reveal = (secrets: readonly Secret[] | undefined) => secrets?.map((secret) => secret.reveal());

describe('security: createLiveSecrets', () => {
  it('gives all secrets that are valid now, in order, each looked up once', async () => {
    const { secrets, asked } = setUp();
    expect(reveal(await secrets.get())).toEqual(['two', 'one']);
    expect(reveal(await secrets.get())).toEqual(['two', 'one']);
    expect(asked.times).toBe(2);
  });

  it('takes values, Secrets and sources', async () => {
    const secrets = createLiveSecrets(['text', new Secret('wrapped'), fromValue('source')]);
    expect(reveal(await secrets.get())).toEqual(['text', 'wrapped', 'source']);
  });

  it.each([-1, Number.NaN, '5'])('refuses an interval of %s', (value) => {
    const make = () => createLiveSecrets(['a'], { minRefreshIntervalMs: value as number });
    expect(make).toThrow('minRefreshIntervalMs');
  });

  it('C16: a polluted Object.prototype does not make live secrets of a list', async () => {
    const signature = await signed('one');
    const polluted = Object.prototype as Record<string, unknown>;
    let genuine: boolean;
    polluted['get'] = () => [];
    try {
      genuine = await verifyHmac({ secrets: ['one'], bytes, encoding, signature });
    } finally {
      delete polluted['get'];
    }
    expect(genuine).toBe(true);
  });

  it('does without a previous secret, but not without any', async () => {
    const { store, secrets } = setUp();
    store['previous'] = undefined;
    expect(reveal(await secrets.get())).toEqual(['two']);
    const none = createLiveSecrets([fromEnv('TEST_NOBODY_SETS_THIS')]).get();
    await expect(none).rejects.toThrow('set one of TEST_NOBODY_SETS_THIS or TEST_NOBODY_SETS_THIS_FILE');
    await expect(createLiveSecrets([]).get()).rejects.toSatisfy((error) => CredentialError.isInstance(error));
  });

  it('verifies under each of them during a rotation', async () => {
    const { verify } = setUp();
    expect(await Promise.all(['one', 'two', 'three'].map(verify))).toEqual([true, true, false]);
  });

  it('verifies under a secret that is newer than the last load, for concurrent webhooks', async () => {
    const { store, verify, asked } = setUp();
    expect(await verify('two')).toBe(true);
    store['current'] = 'three';
    store['previous'] = 'two';
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => verify('three')));
    expect(new Set(verdicts)).toEqual(new Set([true]));
    expect(asked.times).toBe(4);
    expect(await verify('one')).toBe(false);
  });

  it('loads at most once in ten seconds for bad signatures, and never for malformed ones', async () => {
    const { clock, secrets, verify, asked } = setUp();
    expect(await verify('two')).toBe(true);
    for (const signature of [undefined, '', 'a', 'a'.repeat(63), 'a'.repeat(1_000)]) {
      expect(await verifyHmac({ secrets, bytes, encoding, signature })).toBe(false);
    }
    expect(asked.times).toBe(2);
    for (let time = 0; time < 50; time += 1) expect(await verify(`guess ${time}`)).toBe(false);
    expect(asked.times).toBe(4);
    clock.ms += 10_000;
    expect(await verify('another guess')).toBe(false);
    expect(asked.times).toBe(6);
  });

  it('a failing store is an error, not a bad signature; a cached secret stays in use', async () => {
    const { store, verify } = setUp();
    expect(await verify('two')).toBe(true);
    store['current'] = new CredentialError({ message: 'The store is down.' });
    await expect(verify('three')).rejects.toThrow('The store is down.');
    expect(await verify('two')).toBe(true);
    expect(await verify('three')).toBe(false);
  });

  it('rejects an aborting caller at once, and continues for the others', async () => {
    const { store, secrets } = setUp();
    const known = await secrets.get();
    store['current'] = 'three';
    const controller = new AbortController();
    const leaving = secrets.refresh(known, controller.signal);
    const staying = secrets.refresh(known);
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    controller.abort(new Error('enough'));
    await expect(leaving).rejects.toThrow('enough');
    expect(reveal(await staying)).toEqual(['three', 'one']);
  });
});
