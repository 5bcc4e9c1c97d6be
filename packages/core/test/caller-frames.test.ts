import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerAuth, type CredentialInput, createServiceClient, fromEnv, isOrgError } from '../src/index.ts';
import { createFakeTransport } from '../src/testing/index.ts';

// The test runner writes stacks without the mark of asynchronous frames.
const { prepareStackTrace } = Error;
beforeAll(() => {
  Reflect.set(Error, 'prepareStackTrace', undefined);
});
afterAll(() => {
  Error.prepareStackTrace = prepareStackTrace;
});

function clientWith(credential: CredentialInput | undefined) {
  const service = { name: 'acme', baseUrl: 'https://acme.example', auth: bearerAuth(), credential };
  return createServiceClient(service, { transport: createFakeTransport([]) });
}

const source = (load: () => Promise<undefined>) => ({ description: 'the store', load });

describe('an error of a credential names the line of the program that made the call', () => {
  it.each<[string, CredentialInput | undefined, string]>([
    ['none', undefined, 'There is no credential: pass it as `credential` of the service.'],
    [
      'missing',
      fromEnv('ACME_KEY'),
      'No credential for acme: set ACME_KEY or ACME_KEY_FILE, or pass apiKey.',
    ],
    ['blank', ' ', 'The credential is blank: the value in the options. Set it to the key, or remove it.'],
    ['unsendable', 'a\nb', 'The credential has a line break or another control character'],
    [
      'not in the store',
      source(async () => undefined),
      'No credential for acme: set the store, or pass apiKey.',
    ],
    [
      'of a source that throws',
      source(() => Promise.reject(new Error('mine'))),
      'The credential could not be',
    ],
  ])('%s', async (_what, credential, message) => {
    const client = clientWith(credential);
    async function lineOfTheProgram() {
      await client.request({ method: 'GET', path: '/' });
    }
    const error = await lineOfTheProgram().catch((thrown: unknown) => thrown);
    if (!isOrgError(error)) throw error;
    expect(error).toMatchObject({ code: 'credential', outcome: 'not-sent' });
    expect(error.message).toContain(message);
    const lines = error.stack?.split('\n') ?? [];
    expect(lines[0]).toBe(`CredentialError: ${error.message}`);
    expect(lines.filter((line) => line.includes('lineOfTheProgram'))).toHaveLength(1);
    expect(new Set(lines).size).toBe(lines.length);
  });
});
