import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CredentialSource, credentialChain, fromValue } from '../src/index.ts';
import { fromGoogleSecretManager, type GoogleSecretOptions } from '../src/secrets/index.ts';
import { type FaultServer, startFaultServer } from '../src/testing/index.ts';
import { credentialFault, valueFrom } from './secret-stores/credential-results.ts';
import { fakeGoogle, type GoogleVersion, googleClient } from './secret-stores/fake-google.ts';

const canary = 'canary-51d0e2';
const bytes = (text: string) => new TextEncoder().encode(text);
const mail = 'projects/acme/secrets/mail';
const regional = 'projects/acme/locations/europe-west1/secrets/mail';
const secrets = new Map<string, readonly GoogleVersion[] | 'denied'>([
  [mail, [{ bytes: bytes('sk_old\n') }, { bytes: bytes('sk_new\n') }]],
  [regional, [{ bytes: bytes('sk_regional') }]],
  ['projects/acme/secrets/json', [{ bytes: bytes(JSON.stringify({ apiKey: 'sk_json', other: canary })) }]],
  ['projects/acme/secrets/disabled', [{ bytes: bytes(canary), state: 'DISABLED' }]],
  ['projects/acme/secrets/destroyed', [{ bytes: bytes(''), state: 'DESTROYED' }]],
  ['projects/acme/secrets/blank', [{ bytes: bytes('\n') }]],
  ['projects/acme/secrets/no-text', [{ bytes: Uint8Array.of(0xff, 0xfe) }]],
  ['projects/acme/secrets/denied', 'denied'],
]);

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer({ rules: [fakeGoogle(secrets)] });
});
afterAll(() => server.close());

const from = (options: GoogleSecretOptions): CredentialSource =>
  fromGoogleSecretManager(googleClient(server.url), options);

describe('C17: fromGoogleSecretManager, over the documented REST interface', () => {
  it.each<[string, GoogleSecretOptions, string]>([
    ['the latest version', { secret: mail }, 'sk_new'],
    ['a version by number', { secret: mail, version: '1' }, 'sk_old'],
    ['a secret of a region', { secret: regional }, 'sk_regional'],
    ['a version in the name', { secret: `${mail}/versions/1` }, 'sk_old'],
    ['the version of the option before that', { secret: `${mail}/versions/1`, version: 'latest' }, 'sk_new'],
    ['a field of a JSON secret', { secret: 'projects/acme/secrets/json', field: 'apiKey' }, 'sk_json'],
  ])('reads %s', async (_case, options, value) => {
    expect(await valueFrom(from(options))).toBe(value);
  });

  it('reads base64 text, where a client leaves the JSON as it is', async () => {
    const data = Buffer.from('sk_text').toString('base64');
    const client = { accessSecretVersion: async () => [{ payload: { data } }] as const };
    expect(await valueFrom(fromGoogleSecretManager(client, { secret: mail }))).toBe('sk_text');
  });

  it.each<[string, GoogleSecretOptions]>([
    ['a secret', { secret: 'projects/acme/secrets/none' }],
    ['a version', { secret: mail, version: '9' }],
  ])('takes %s that does not exist for absence', async (_case, options) => {
    expect(await valueFrom(from(options))).toBeUndefined();
  });

  it.each<[string, string, boolean]>([
    ['disabled', 'could not be read', false],
    ['destroyed', 'could not be read', false],
    ['denied', 'could not be read', false],
    ['blank', 'blank', false],
    ['no-text', 'could not be read', true],
  ])('refuses a secret that is %s, and a chain stops there', async (name, said, retryable) => {
    const source = from({ secret: `projects/acme/secrets/${name}` });
    const error = await credentialFault(credentialChain(source, fromValue('other identity')), canary);
    expect(error.message).toContain(said);
    expect(error.message).toContain(`projects/acme/secrets/${name} in Google Secret Manager`);
    expect(error.retryable).toBe(retryable);
  });

  it('refuses an answer without a payload', async () => {
    const client = { accessSecretVersion: async () => [{}] as const };
    expect((await credentialFault(fromGoogleSecretManager(client, { secret: mail }))).message).toContain(
      'blank',
    );
  });

  it('an outage is a CredentialError that may pass', async () => {
    const failure = Object.assign(new Error('14 UNAVAILABLE'), { code: 14, metadata: { token: canary } });
    const client = { accessSecretVersion: () => Promise.reject(failure) };
    expect((await credentialFault(fromGoogleSecretManager(client, { secret: mail }), canary)).retryable).toBe(
      true,
    );
  });
});
