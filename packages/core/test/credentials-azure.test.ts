import { SecretClient, type SecretClientOptions } from '@azure/keyvault-secrets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CredentialSource, cachedCredential, credentialChain, fromValue } from '../src/index.ts';
import { type AzureSecretOptions, fromAzureKeyVault } from '../src/secrets/index.ts';
import { createManualRuntime, type FaultServer, startFaultServer } from '../src/testing/index.ts';
import { credentialFault, valueFrom } from './secret-stores/credential-results.ts';
import { type AzureVersion, fakeAzure } from './secret-stores/fake-azure.ts';

type PipelinePolicy = NonNullable<SecretClientOptions['additionalPolicies']>[number]['policy'];

const vaultUrl = 'https://acme.vault.azure.net';
const canary = 'canary-51d0e2';
const tomorrow = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 86_400_000);
const secrets = new Map<string, readonly AzureVersion[] | 'denied'>([
  [
    'mail',
    [
      { id: '11aa', value: 'sk_old' },
      { id: '22bb', value: 'sk_new' },
    ],
  ],
  ['ending', [{ id: '11aa', value: 'sk_ending', expiresAt: tomorrow }]],
  ['ended', [{ id: '11aa', value: canary, expiresAt: new Date('2020-01-01T00:00:00Z') }]],
  ['json', [{ id: '11aa', value: JSON.stringify({ apiKey: 'sk_json', other: canary }) }]],
  ['disabled', [{ id: '11aa', value: canary, disabled: true }]],
  ['blank', [{ id: '11aa', value: '' }]],
  ['denied', 'denied'],
]);

let server: FaultServer;
let client: SecretClient;
beforeAll(async () => {
  server = await startFaultServer({ rules: [fakeAzure(vaultUrl, secrets)] });
  client = vaultAt(server.url);
});
afterAll(() => server.close());

/** The users' client, from npm. A policy redirects its signed requests to a local server. */
function vaultAt(url: string): SecretClient {
  const identity = { getToken: async () => ({ token: canary, expiresOnTimestamp: Date.now() + 3_600_000 }) };
  const toLocalServer: PipelinePolicy = {
    name: 'to-local-server',
    async sendRequest(request, next) {
      const { url: intended } = request;
      request.url = intended.replace(vaultUrl, url);
      request.allowInsecureConnection = true;
      try {
        return await next(request);
      } finally {
        request.url = intended;
      }
    },
  };
  return new SecretClient(vaultUrl, identity, {
    additionalPolicies: [{ policy: toLocalServer, position: 'perRetry' }],
    retryOptions: { maxRetries: 0 },
  });
}
const from = (options: AzureSecretOptions): CredentialSource => fromAzureKeyVault(client, options);

describe('C17: fromAzureKeyVault, through the real client', () => {
  it.each<[string, AzureSecretOptions, string]>([
    ['the latest version', { name: 'mail' }, 'sk_new'],
    ['a version by id', { name: 'mail', version: '11aa' }, 'sk_old'],
    ['a field of a JSON secret', { name: 'json', field: 'apiKey' }, 'sk_json'],
  ])('reads %s', async (_case, options, value) => {
    expect(await valueFrom(from(options))).toBe(value);
  });

  it('knows when the secret ends', async () => {
    const runtime = createManualRuntime({ startAt: new Date() });
    const credential = await from({ name: 'ending' }).load({ runtime, refresh: false });
    expect(credential?.expiresAt).toEqual(tomorrow);
  });

  it.each<[string, AzureSecretOptions]>([
    ['a secret', { name: 'none' }],
    ['a version', { name: 'mail', version: 'ffff' }],
  ])('takes %s that does not exist for absence', async (_case, options) => {
    expect(await valueFrom(from(options))).toBeUndefined();
  });

  it.each<[string, AzureSecretOptions, string]>([
    ['disabled', { name: 'disabled' }, 'could not be read'],
    ['not ours to read', { name: 'denied' }, 'could not be read'],
    ['blank', { name: 'blank' }, 'blank'],
    ['without the field', { name: 'json', field: 'key' }, '"key"'],
  ])('refuses a secret that is %s, and a chain stops there', async (_case, options, said) => {
    const error = await credentialFault(credentialChain(from(options), fromValue('other identity')), canary);
    expect(error.message).toContain(said);
    expect(error.retryable).toBe(false);
  });

  it('refuses a secret that has ended, although the vault gives it out', async () => {
    const error = await credentialFault(cachedCredential(from({ name: 'ended' })), canary);
    expect(error.message).toContain('expired at 2020-01-01T00:00:00.000Z');
  });

  it('an outage is a CredentialError that may pass', async () => {
    const down = await startFaultServer({ rules: [{ answer: { status: 503 } }] });
    const error = await credentialFault(fromAzureKeyVault(vaultAt(down.url), { name: 'mail' }), canary);
    expect(error.retryable).toBe(true);
    await down.close();
  });
});
