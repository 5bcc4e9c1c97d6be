import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ConfigurationError,
  CredentialError,
  type CredentialSource,
  credentialChain,
  fromValue,
  isOrgError,
} from '../src/index.ts';
import {
  createVaultClient,
  fromVault,
  type VaultClient,
  type VaultClientOptions,
  type VaultSecretOptions,
} from '../src/secrets/index.ts';
import {
  createFakeTransport,
  createManualRuntime,
  type FaultServer,
  startFaultServer,
} from '../src/testing/index.ts';
import { credentialFault, expectOneRequest, valueFrom } from './secret-stores/credential-results.ts';
import { type FakeVault, fakeVault, type VaultVersion } from './secret-stores/fake-vault.ts';

const canary = 'canary-51d0e2';
const tomorrow = new Date(Date.now() + 86_400_000);
const yesterday = new Date(Date.now() - 86_400_000);
const vault: FakeVault = {
  tokens: new Set(['hvs.good']),
  secrets: new Map<string, readonly VaultVersion[] | 'denied'>([
    [
      'secret/prod/mail',
      [{ fields: { key: 'sk_old' } }, { fields: { key: 'sk_new', other: canary, size: 3 } }],
    ],
    ['secret/odd names/ü.1', [{ fields: { key: 'sk_odd' } }]],
    ['secret/ending', [{ fields: { key: 'sk_ending' }, deletedAt: tomorrow }]],
    ['secret/deleted', [{ fields: { key: canary }, deletedAt: yesterday }]],
    ['secret/destroyed', [{ fields: { key: canary }, destroyed: true }]],
    ['secret/blank', [{ fields: { key: '' } }]],
    ['secret/denied', 'denied'],
  ]),
};

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer({ rules: [fakeVault(vault)] });
});
afterAll(() => server.close());
beforeEach(() => {
  vault.sealed = false;
  vault.tokens.clear();
  vault.tokens.add('hvs.good');
});
afterEach(() => vi.unstubAllEnvs());

const open = (options: VaultClientOptions = {}) =>
  createVaultClient({ address: server.url, token: 'hvs.good', retry: false, ...options });

/** The client that users may have: `read` of node-vault 0.12, its promise and its errors. */
function nodeVault(token: string): VaultClient {
  return {
    async read(path) {
      const answer = await fetch(`${server.url}/v1/${path}`, { headers: { 'x-vault-token': token } });
      const body = await answer.json();
      if (answer.ok) return body;
      const message = body.errors?.[0] ?? `Status ${answer.status}`;
      throw Object.assign(new Error(message), { response: { statusCode: answer.status, body } });
    },
  };
}

const clients: Readonly<Record<string, () => VaultClient>> = {
  'createVaultClient()': () => open(),
  'a client like node-vault': () => nodeVault('hvs.good'),
};

describe.each(Object.entries(clients))('C17: fromVault, through %s', (_name, client) => {
  const from = (options: Partial<VaultSecretOptions>): CredentialSource =>
    fromVault(client(), { path: 'prod/mail', field: 'key', ...options });

  it.each<[string, Partial<VaultSecretOptions>, string]>([
    ['the latest version', {}, 'sk_new'],
    ['a version by number', { version: 1 }, 'sk_old'],
    ['a path with slashes around it', { path: '/prod/mail/', mount: '/secret/' }, 'sk_new'],
  ])('reads %s', async (_case, options, value) => {
    expect(await valueFrom(from(options))).toBe(value);
  });

  it('knows when the engine is going to delete the version', async () => {
    const runtime = createManualRuntime({ startAt: new Date() });
    const credential = await from({ path: 'ending' }).load({ runtime, refresh: false });
    expect(credential?.expiresAt).toEqual(tomorrow);
  });

  it.each(['', '2030-02-31T00:00:00Z', 'soon'])('has no expiry for a deletion time of %j', async (text) => {
    const data = { data: { key: 'sk_1' }, metadata: { deletion_time: text } };
    const source = fromVault({ read: async () => ({ data }) }, { path: 'prod/mail', field: 'key' });
    const credential = await source.load({ runtime: createManualRuntime(), refresh: false });
    expect(credential).not.toHaveProperty('expiresAt');
  });

  it.each<[string, Partial<VaultSecretOptions>]>([
    ['path', { path: 'prod/none' }],
    ['version', { version: 9 }],
  ])('takes a %s that does not exist for absence', async (_case, options) => {
    expect(await valueFrom(from(options))).toBeUndefined();
  });

  it.each<[string, Partial<VaultSecretOptions>, string]>([
    ['deleted', { path: 'deleted' }, 'version 1 of secret secret/deleted in Vault was deleted'],
    ['destroyed', { path: 'destroyed' }, 'was destroyed'],
    ['not ours to read', { path: 'denied' }, 'could not be read: secret secret/denied in Vault'],
    ['below no engine', { mount: 'kv' }, 'could not be read: secret kv/prod/mail'],
    ['blank', { path: 'blank' }, 'blank'],
    ['without the field', { field: 'toString' }, 'no string "toString"'],
    ['no text', { field: 'size' }, 'no string "size"'],
  ])('refuses a secret that is %s, and a chain stops there', async (_case, options, said) => {
    const error = await credentialFault(credentialChain(from(options), fromValue('other identity')), canary);
    expect(error.message).toContain(said);
    expect(error.retryable).toBe(false);
  });

  it('a sealed vault is a CredentialError that may pass', async () => {
    vault.sealed = true;
    expect((await credentialFault(from({}), canary)).retryable).toBe(true);
  });
});

describe('createVaultClient', () => {
  const read = (client: VaultClient) => valueFrom(fromVault(client, { path: 'prod/mail', field: 'key' }));

  it('takes address, token and namespace from the environment, when it is first asked', async () => {
    const own: FakeVault = { ...vault, namespace: 'team-a' };
    await using enterprise = await startFaultServer({ rules: [fakeVault(own)] });
    await using client = createVaultClient({ retry: false });
    vi.stubEnv('VAULT_ADDR', enterprise.url);
    vi.stubEnv('VAULT_TOKEN', 'hvs.good');
    vi.stubEnv('VAULT_NAMESPACE', 'team-a');
    expect(await read(client)).toBe('sk_new');
    expect(enterprise.requests[0]?.headers.get('x-vault-request')).toBe('true');
  });

  it('says what is missing', async () => {
    for (const address of [undefined, ' ']) {
      vi.stubEnv('VAULT_ADDR', address);
      const missing: unknown = await createVaultClient({ token: 't' })
        .read('x')
        .catch((error: unknown) => error);
      expect(ConfigurationError.isInstance(missing) && missing.message).toContain('VAULT_ADDR');
    }
    vi.stubEnv('VAULT_TOKEN', undefined);
    const noToken: unknown = await createVaultClient({ address: server.url })
      .read('x')
      .catch((error: unknown) => error);
    expect(CredentialError.isInstance(noToken) && noToken.message).toContain(
      'VAULT_TOKEN or VAULT_TOKEN_FILE',
    );
  });

  it('sends the token over plain http to another machine on request only', async () => {
    const address = 'http://vault.example:8200';
    const client = createVaultClient({ address, token: canary });
    expect((await credentialFault(fromVault(client, { path: 'a', field: 'b' }), canary)).retryable).toBe(
      false,
    );
    const transport = createFakeTransport([{ answer: { json: { data: { data: { b: 'inside' } } } } }]);
    const options = { address, token: canary, transport, dangerouslyAllowHttp: true };
    await using inside = createVaultClient(options);
    expect(await valueFrom(fromVault(inside, { path: 'a', field: 'b' }))).toBe('inside');
  });

  it.each([{ path: 'prod/mail?version=1' }, { path: 'prod#mail' }, { mount: 'kv?x' }])(
    'refuses what would end the path, so that another secret would be read: %j',
    (options) => {
      const make = () => fromVault(createVaultClient(), { path: 'a', field: 'key', ...options });
      expect(make).toThrow(ConfigurationError);
    },
  );

  it('writes any path as one, and stays below its engine', async () => {
    await using client = open();
    expect(await valueFrom(fromVault(client, { path: 'odd names/ü.1', field: 'key' }))).toBe('sk_odd');
    for (const path of ['../../sys/seal', 'a//b', '.']) {
      await credentialFault(fromVault(client, { path, field: 'key' }));
    }
    expect(server.requests.every(({ path }) => path.startsWith('/v1/'))).toBe(true);
    expect(server.requests.some(({ path }) => path.includes('sys'))).toBe(false);
  });

  it('looks the token up again when it has ended: an agent renews it in its file', async () => {
    const tokens = ['hvs.ended', 'hvs.good'];
    const token: CredentialSource = {
      description: 'the agent’s file',
      load: (context) => fromValue(tokens.shift() ?? 'none').load(context),
    };
    await using client = open({ token });
    expect(await read(client)).toBe('sk_new');
    expect(tokens).toEqual([]);
  });

  it('a token that is refused is not asked with again and again, and shows nowhere', async () => {
    await using client = open({ token: canary });
    const before = server.requests.length;
    const error = await credentialFault(fromVault(client, { path: 'prod/mail', field: 'key' }), canary);
    expect(error).toMatchObject({
      retryable: false,
      cause: { message: expect.stringContaining('rejected the token') },
    });
    expect(server.requests.length - before).toBe(1);
  });

  it('tries again by itself what may pass', async () => {
    await using flaky = await startFaultServer({
      rules: [
        { when: { nth: 1 }, answer: { status: 503, json: { errors: ['Vault is sealed'] } } },
        fakeVault(vault),
      ],
    });
    const runtime = createManualRuntime();
    await using client = createVaultClient({ address: flaky.url, token: 'hvs.good', runtime });
    const value = read(client);
    await flaky.waitUntil(({ requests }) => requests.length === 1);
    while (flaky.requests.length < 2) {
      await runtime.settle();
      await runtime.advanceToNext();
    }
    expect(await value).toBe('sk_new');
  });

  it('refuses to read once it is closed', async () => {
    const client = open();
    await client.close();
    await client.close();
    const error: unknown = await client.read('secret/data/prod/mail').catch((reason: unknown) => reason);
    expect(isOrgError(error) && error.code).toBe('closed');
  });

  it('1,000 callers at once are one request', async () => {
    await using client = open();
    await expectOneRequest(server, fromVault(client, { path: 'prod/mail', field: 'key' }), 'sk_new');
  });
});
