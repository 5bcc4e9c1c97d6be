import { GetSecretValueCommand, SecretsManager, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CredentialSource, credentialChain, fromValue } from '../src/index.ts';
import { type AwsSecretOptions, fromAwsSecretsManager } from '../src/secrets/index.ts';
import { createManualRuntime, type FaultServer, startFaultServer } from '../src/testing/index.ts';
import { credentialFault, expectOneRequest, valueFrom } from './secret-stores/credential-results.ts';
import { type AwsVersion, fakeAws } from './secret-stores/fake-aws.ts';

// The client that users have, from npm, against a local server that speaks the service's protocol.
const canary = 'canary-51d0e2';
const secrets = new Map<string, readonly AwsVersion[] | 'deleted' | 'denied'>([
  [
    'prod/mail',
    [
      { id: 'v1', stages: ['AWSPREVIOUS'], text: 'sk_old' },
      { id: 'v2', stages: ['AWSCURRENT'], text: 'sk_new\n' },
    ],
  ],
  [
    'prod/json',
    [{ id: 'v1', stages: ['AWSCURRENT'], text: JSON.stringify({ apiKey: 'sk_json', other: canary }) }],
  ],
  ['prod/binary', [{ id: 'v1', stages: ['AWSCURRENT'], bytes: Buffer.from('sk_bytes') }]],
  ['prod/no-text', [{ id: 'v1', stages: ['AWSCURRENT'], bytes: Uint8Array.of(0xff, 0xfe) }]],
  ['prod/blank', [{ id: 'v1', stages: ['AWSCURRENT'], text: ' ' }]],
  ['prod/deleted', 'deleted'],
  ['prod/denied', 'denied'],
]);

let server: FaultServer;
let client: SecretsManager;
beforeAll(async () => {
  server = await startFaultServer({ rules: [fakeAws(secrets)] });
  client = new SecretsManager(clientConfig());
});
afterAll(async () => {
  client.destroy();
  await server.close();
});

const clientConfig = () => ({
  endpoint: server.url,
  region: 'eu-west-1',
  credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: canary },
  maxAttempts: 1,
});
const from = (options: AwsSecretOptions): CredentialSource => fromAwsSecretsManager(client, options);

describe('C17: fromAwsSecretsManager, through the real client', () => {
  it.each<[string, AwsSecretOptions, string]>([
    ['the current version', { secretId: 'prod/mail' }, 'sk_new'],
    ['the one before the rotation', { secretId: 'prod/mail', versionStage: 'AWSPREVIOUS' }, 'sk_old'],
    ['a version by id', { secretId: 'prod/mail', versionId: 'v1' }, 'sk_old'],
    ['a field of a JSON secret', { secretId: 'prod/json', field: 'apiKey' }, 'sk_json'],
    ['a binary secret', { secretId: 'prod/binary' }, 'sk_bytes'],
  ])('reads %s', async (_case, options, value) => {
    expect(await valueFrom(from(options))).toBe(value);
  });

  it.each<[string, AwsSecretOptions]>([
    ['a secret', { secretId: 'prod/none' }],
    ['a version stage', { secretId: 'prod/json', versionStage: 'AWSPREVIOUS' }],
  ])('takes %s that does not exist for absence', async (_case, options) => {
    expect(await valueFrom(from(options))).toBeUndefined();
  });

  it.each<[string, AwsSecretOptions, string, boolean]>([
    ['marked for deletion', { secretId: 'prod/deleted' }, 'prod/deleted in AWS Secrets Manager', false],
    ['not ours to read', { secretId: 'prod/denied' }, 'prod/denied in AWS Secrets Manager', false],
    ['blank', { secretId: 'prod/blank' }, 'blank', false],
    ['no text', { secretId: 'prod/no-text' }, 'could not be read', true],
    ['without the field', { secretId: 'prod/json', field: 'key' }, '"key"', false],
    [
      'JSON and asked for as text of another version',
      { secretId: 'prod/mail', field: 'key' },
      '"key"',
      false,
    ],
  ])('refuses a secret that is %s, and a chain stops there', async (_case, options, said, retryable) => {
    const error = await credentialFault(credentialChain(from(options), fromValue('other identity')), canary);
    expect(error.message).toContain(said);
    expect(error.retryable).toBe(retryable);
  });

  it('keeps the reason of the store as the cause, by name', async () => {
    const error = await credentialFault(from({ secretId: 'prod/denied' }), canary);
    expect(error.cause).toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('not authorized'),
    });
  });

  it('takes the bare client in the words of the documentation', async () => {
    const bare = new SecretsManagerClient(clientConfig());
    const source = fromAwsSecretsManager(
      { getSecretValue: (input, options) => bare.send(new GetSecretValueCommand(input), options) },
      { secretId: 'prod/mail' },
    );
    expect(await valueFrom(source)).toBe('sk_new');
    bare.destroy();
  });

  it('hands the abort to the client, and gives back the caller’s reason', async () => {
    const stuck = await startFaultServer({
      rules: [{ fault: { kind: 'timeout', phase: 'after-request-body' } }],
    });
    const slow = new SecretsManager({ ...clientConfig(), endpoint: stuck.url });
    const controller = new AbortController();
    const runtime = createManualRuntime();
    const load = fromAwsSecretsManager(slow, { secretId: 'prod/mail' }).load({
      runtime,
      refresh: false,
      signal: controller.signal,
    });
    await stuck.waitUntil(({ requests }) => requests.length === 1);
    controller.abort(new Error('enough'));
    await expect(load).rejects.toThrow('enough');
    slow.destroy();
    await stuck.close();
  });

  it('an outage is a CredentialError that may pass', async () => {
    const down = await startFaultServer({ rules: [{ fault: { kind: 'down', phase: 'before-accept' } }] });
    const lost = new SecretsManager({ ...clientConfig(), endpoint: down.url });
    const error = await credentialFault(fromAwsSecretsManager(lost, { secretId: 'prod/mail' }), canary);
    expect(error.retryable).toBe(true);
    lost.destroy();
    await down.close();
  });

  it('1,000 callers at once are one request to the store', async () => {
    await expectOneRequest(server, from({ secretId: 'prod/mail' }), 'sk_new');
  });
});
