import { describe, expect, it } from 'vitest';
import { taskDriver } from '../src/driver/index.ts';
import {
  type Auth,
  basicAuth,
  bearerAuth,
  type CredentialSource,
  cachedCredential,
  createServiceClient,
  credentialChain,
  credentialFrom,
  fromEnv,
  headerKey,
  queryKey,
  requestSigner,
} from '../src/index.ts';
import {
  createVaultClient,
  fromOAuth2ClientCredentials,
  fromResolver,
  fromVault,
} from '../src/secrets/index.ts';
import { createFakeTransport, createManualRuntime } from '../src/testing/index.ts';
import { createLiveSecrets } from '../src/webhooks/index.ts';
import { returnsString, throwing, wrongReturns } from './wrong-sources.ts';

const runtime = createManualRuntime();

const overHttp = (auth: Auth) => (credential: CredentialSource) => {
  const transport = createFakeTransport([{ answer: {} }]);
  const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth, credential };
  const client = createServiceClient(service, { transport, runtime });
  return client.request({ method: 'GET', path: '/' });
};

const overATask = (credential: CredentialSource) => {
  const operations = { send: { name: 'send', safety: 'unsafe', run: async () => ({ value: 1 }) } } as const;
  const driver = taskDriver({ name: 'acme', capabilities: {}, credential, open: () => ({ operations }) });
  return driver.open({ runtime }).execute('send', undefined as never);
};

/** Everything in core that asks a credential source. */
const readers: Readonly<Record<string, (source: CredentialSource) => Promise<unknown>>> = {
  bearerAuth: overHttp(bearerAuth()),
  headerKey: overHttp(headerKey('x-key')),
  queryKey: overHttp(queryKey('key')),
  basicAuth: overHttp(basicAuth({ user: 'ann' })),
  requestSigner: overHttp(requestSigner(() => {})),
  taskDriver: overATask,
  'cachedCredential()': (source) => overATask(cachedCredential(source)),
  'credentialChain()': (source) => overATask(credentialChain(fromEnv('TEST_NOBODY_SETS_THIS'), source)),
  'credentialFrom()': (source) => overATask(credentialFrom(source, fromEnv('TEST_NOBODY_SETS_THIS'))),
  'fromOAuth2ClientCredentials()': (clientSecret) =>
    overATask(
      fromOAuth2ClientCredentials({
        tokenUrl: 'https://id.acme.example/token',
        clientId: 'ann',
        clientSecret,
        transport: createFakeTransport([{ answer: { json: { access_token: 'token', expires_in: 60 } } }]),
      }),
    ),
  'createLiveSecrets()': (source) => createLiveSecrets([source], { runtime }).get(),
};

const failureOf = (call: () => Promise<unknown>) =>
  Promise.resolve()
    .then(call)
    .then(
      (value) => ({ resolvedWith: value }),
      (error: unknown) => error,
    );

describe.each(Object.entries(readers))('a credential source of %s', (_, read) => {
  it.each(wrongReturns)('that $name ends in a ConfigurationError that names it', async ({ source }) => {
    expect(await failureOf(() => read(source))).toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/the store of the test.* must return .*; it returned /),
      outcome: 'not-sent',
    });
  });

  it('that has none ends in a CredentialError', async () => {
    const none = { description: 'the store of the test', load: async () => undefined };
    expect(await failureOf(() => read(none))).toMatchObject({ code: 'credential' });
  });
});

describe.each(Object.entries(readers))('a credential source of %s', (_, read) => {
  it.each(throwing)('that $name ends in a CredentialError', async ({ source }) => {
    expect(await failureOf(() => read(source))).toMatchObject({ code: 'credential', outcome: 'not-sent' });
  });
});

it('a wrong source of the token of Vault is the cause of the CredentialError', async () => {
  const transport = createFakeTransport([{ answer: { json: { data: { data: { key: 'key' } } } } }]);
  const token = returnsString;
  const vault = createVaultClient({ address: 'https://vault.acme.example', token, transport });
  expect(await failureOf(() => overATask(fromVault(vault, { path: 'mail', field: 'key' })))).toMatchObject({
    code: 'credential',
    cause: { code: 'configuration', message: expect.stringContaining('it returned a string') },
  });
});

it('a source without a description is named all the same', async () => {
  const source = { load: async () => 'key' } as never;
  expect(await failureOf(() => overATask(source))).toMatchObject({
    message: expect.stringMatching(/^The credential source \(/),
  });
});

it.each(['key', 42, true])('a resolver that returns %j ends in a ConfigurationError', async (result) => {
  const source = fromResolver({ description: 'Doppler', get: async () => result as never }, 'MAIL_KEY');
  expect(await failureOf(() => overATask(source))).toMatchObject({
    code: 'configuration',
    message: expect.stringContaining('Doppler'),
  });
});
