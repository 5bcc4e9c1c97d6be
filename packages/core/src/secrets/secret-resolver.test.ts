import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { CredentialSource } from '../credentials/source.ts';
import { ConfigurationError, CredentialError } from '../errors/caller-errors.ts';
import { NotFoundError } from '../errors/service-errors.ts';
import { NetworkError } from '../errors/transport-errors.ts';
import { createRuntime } from '../time/runtime.ts';
import {
  fromAwsSecretsManager,
  fromAzureKeyVault,
  fromGoogleSecretManager,
  fromResolver,
  fromVault,
} from './index.ts';

const canary = 'canary-51d0e2';
const context = { runtime: createRuntime(), refresh: false };

const valueFrom = async (source: CredentialSource) => (await source.load(context))?.secret.reveal();

/** The `CredentialError`, after a check that it does not contain the canary. */
async function faultOf(source: CredentialSource): Promise<CredentialError> {
  const error: unknown = await source.load(context).catch((reason: unknown) => reason);
  if (!CredentialError.isInstance(error)) throw new Error(`not a CredentialError: ${String(error)}`);
  const inspected = inspect(error, { showHidden: true, depth: 9 });
  const everything = `${inspected} ${JSON.stringify(error)} ${error.stack}`;
  expect(everything).not.toContain(canary);
  return error;
}

const failingWith = (error: unknown) => fromResolver({ get: () => Promise.reject(error) }, 'ref');

describe('fromResolver', () => {
  it('requests the reference and version from the store, and passes on the expiry', async () => {
    const asked: unknown[] = [];
    const expiresAt = new Date(1_900_000_000_000);
    const get = async (reference: string, options: object) => {
      asked.push([reference, options]);
      return { value: 'k', expiresAt };
    };
    const source = fromResolver({ description: 'the vault', get }, 'prod/mail', { version: '7' });
    const { signal } = new AbortController();
    const credential = await source.load({ ...context, refresh: true, signal });
    expect(credential).toMatchObject({ expiresAt, source: 'version 7 of secret prod/mail in the vault' });
    expect(credential?.secret.reveal()).toBe('k');
    expect(asked).toEqual([['prod/mail', { signal, version: '7', refresh: true }]]);
  });

  it('ignores a line break that a shell put after the value', async () => {
    expect(await valueFrom(fromResolver({ get: async () => ({ value: 'k\r\n' }) }, 'ref'))).toBe('k');
  });

  it('reads one field of a JSON secret', async () => {
    const stored = {
      get: async () => ({ value: JSON.stringify({ apiKey: 'k\n', other: canary, size: 3 }) }),
    };
    expect(await valueFrom(fromResolver(stored, 'ref', { field: 'apiKey' }))).toBe('k');
    for (const field of ['toString', 'size', 'none']) {
      expect((await faultOf(fromResolver(stored, 'ref', { field }))).message).toContain(`"${field}"`);
    }
    const text = { get: async () => ({ value: canary }) };
    expect((await faultOf(fromResolver(text, 'ref', { field: 'a' }))).message).toContain('not a JSON object');
  });

  it.each(['', ' ', '\n'])('rejects a blank value: %j', async (value) => {
    expect((await faultOf(fromResolver({ get: async () => ({ value }) }, 'ref'))).message).toContain('blank');
  });

  it('rejects a value that is not a string', async () => {
    const get = async () => ({ value: undefined as unknown as string });
    expect((await faultOf(fromResolver({ get }, 'ref'))).message).toContain('blank');
  });

  it('returns undefined for a missing secret', async () => {
    expect(await valueFrom(fromResolver({ get: async () => undefined }, 'ref'))).toBeUndefined();
    expect(await valueFrom(fromResolver({ get: async () => null as never }, 'ref'))).toBeUndefined();
  });

  it('parses an expiry that is a string or a number, and rejects an invalid one', async () => {
    const ending = (expiresAt: unknown) =>
      fromResolver({ get: async () => ({ value: 'v', expiresAt: expiresAt as Date }) }, 'ref');
    for (const expiresAt of ['2030-01-01T00:00:00Z', Date.UTC(2030, 0, 1), new Date(Date.UTC(2030, 0, 1))])
      expect((await ending(expiresAt).load(context))?.expiresAt).toEqual(new Date('2030-01-01T00:00:00Z'));
    for (const expiresAt of [undefined, null])
      expect((await ending(expiresAt).load(context))?.expiresAt).toBeUndefined();
    for (const expiresAt of ['soon', new Date(Number.NaN), {}])
      expect((await faultOf(ending(expiresAt))).message).toContain('secret ref');
  });

  it("turns a rejection into a CredentialError without the error's own properties", async () => {
    const failure = Object.assign(new Error('access denied'), { request: { token: canary } });
    const error = await faultOf(failingWith(failure));
    expect(error).toMatchObject({ cause: { message: 'access denied' } });
    expect(error.message).toContain('secret ref');
  });

  it('passes on a CredentialError of the resolver unchanged', async () => {
    const own = new CredentialError({ message: 'The secret was destroyed.' });
    await expect(failingWith(own).load(context)).rejects.toBe(own);
  });

  it('treats a synchronous error like a rejection', async () => {
    const get = () => {
      throw new Error('not signed in');
    };
    expect((await faultOf(fromResolver({ get }, 'ref'))).message).toContain('secret ref');
  });

  it("rejects with the caller's abort reason, not with the client's own abort error", async () => {
    const controller = new AbortController();
    const get = async () => {
      controller.abort(new Error('enough'));
      throw new Error('aborted');
    };
    const load = fromResolver({ get }, 'ref').load({ ...context, signal: controller.signal });
    await expect(load).rejects.toThrow('enough');
  });

  it.each([
    ['no response', new Error('ECONNRESET'), true],
    ['a failing store', Object.assign(new Error('x'), { statusCode: 503 }), true],
    ['too many requests', Object.assign(new Error('x'), { status: 429 }), true],
    [
      'throttling, as AWS says it',
      Object.assign(new Error('x'), { name: 'ThrottlingException', $metadata: { httpStatusCode: 400 } }),
      true,
    ],
    ['gRPC unavailable', Object.assign(new Error('x'), { code: 14 }), true],
    ['a network error of ours', new NetworkError({ message: 'x', retryable: true }), true],
    ['a refusal', Object.assign(new Error('x'), { statusCode: 403 }), false],
    ['a refusal, on a response', Object.assign(new Error('x'), { response: { statusCode: 400 } }), false],
    ['gRPC permission denied', Object.assign(new Error('x'), { code: 7 }), false],
    ['an error of this SDK', new NotFoundError({ message: 'x' }), false],
    ['nothing at all', undefined, true],
  ])('sets retryable after %s', async (_case, error, retryable) => {
    expect((await faultOf(failingWith(error))).retryable).toBe(retryable);
  });
});

describe('a source with invalid options is rejected when it is created', () => {
  const nothing = async () => undefined as never;
  const client = { getSecretValue: nothing, getSecret: nothing, accessSecretVersion: nothing, read: nothing };
  // Values that plain JavaScript may pass.
  const none = undefined as unknown as string;
  const notClient = {} as unknown as typeof client;

  it.each<[string, () => CredentialSource, string]>([
    ['AWS without a client', () => fromAwsSecretsManager(notClient, { secretId: 'a' }), 'getSecretValue()'],
    ['AWS without a name', () => fromAwsSecretsManager(client, { secretId: none }), 'secretId'],
    ['Azure without a client', () => fromAzureKeyVault(notClient, { name: 'a' }), 'getSecret()'],
    ['Azure without a name', () => fromAzureKeyVault(client, { name: ' ' }), 'name'],
    [
      'Google without a client',
      () => fromGoogleSecretManager(notClient, { secret: 'projects/a/secrets/b' }),
      'accessSecretVersion()',
    ],
    ['Google without a name', () => fromGoogleSecretManager(client, { secret: none }), 'secret'],
    [
      'Google with half a name',
      () => fromGoogleSecretManager(client, { secret: 'mail' }),
      '"projects/my-project/secrets/my-secret"',
    ],
    ['Vault without a client', () => fromVault(notClient, { path: 'a', field: 'b' }), 'read()'],
    ['Vault without a path', () => fromVault(client, { path: none, field: 'b' }), 'path'],
    ['Vault without a field', () => fromVault(client, { path: 'a', field: none }), 'field'],
    ['Vault with a blank mount', () => fromVault(client, { path: 'a', field: 'b', mount: '' }), 'mount'],
    ['another store without a client', () => fromResolver(undefined as never, 'a'), 'get()'],
    ['another store without a reference', () => fromResolver({ get: nothing }, none), 'reference'],
  ])('%s', (_case, make, said) => {
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(said);
  });

  it('C16: ignores a polluted Object.prototype', async () => {
    const polluted = Object.prototype as Record<string, unknown>;
    Object.assign(polluted, { version: '6', field: 'evil', versionStage: 'EVIL', mount: 'evil' });
    try {
      const asked: unknown[] = [];
      const keep =
        (answer: unknown) =>
        async (...args: readonly unknown[]) => {
          asked.push(JSON.stringify(args));
          return answer as never;
        };
      const clean = [
        fromAwsSecretsManager({ getSecretValue: keep({ SecretString: 'k' }) }, { secretId: 'a' }),
        fromAzureKeyVault({ getSecret: keep({ value: 'k' }) }, { name: 'a' }),
        fromGoogleSecretManager(
          { accessSecretVersion: keep([{ payload: { data: 'aw==' } }]) },
          { secret: 'projects/a/secrets/b' },
        ),
        fromVault({ read: keep({ data: { data: { f: 'k' } } }) }, { path: 'a', field: 'f' }),
      ];
      for (const source of clean) expect(await valueFrom(source)).toBe('k');
      expect(asked.join()).not.toMatch(/evil|6/i);
    } finally {
      for (const key of ['version', 'field', 'versionStage', 'mount']) delete polluted[key];
    }
  });
});
