import { describe, expect, it } from 'vitest';
import { type TaskOperation, taskDriver } from '../src/driver/index.ts';
import {
  AuthenticationError,
  bearerAuth,
  CredentialError,
  type CredentialSource,
  createServiceClient,
  type Failure,
  fromValue,
} from '../src/index.ts';
import { collectLeaks, createFakeTransport, createManualRuntime } from '../src/testing/index.ts';

const key = 'key-4f0c9d21e7b84a35';

/** A careless source: it returns a key so many times, and then throws its store's error unchanged. */
function roughSource(times: number): CredentialSource {
  let asked = 0;
  return {
    description: 'the store',
    async load(context) {
      asked += 1;
      if (asked > times) throw new TypeError(`the store did not like ${key}`);
      return fromValue(key).load(context);
    },
  };
}

const overHttp = async (credential: CredentialSource) => {
  const transport = createFakeTransport([{ answer: { status: 401 } }]);
  const service = { name: 'acme', baseUrl: 'https://api.acme.test', auth: bearerAuth(), credential };
  const client = createServiceClient(service, { transport, runtime: createManualRuntime() });
  return client.request({ method: 'POST', path: '/', json: {} });
};

const overATask = async (credential: CredentialSource) => {
  const failure: Failure = {
    type: AuthenticationError,
    message: 'Bad key.',
    outcome: 'not-sent',
    replay: 'never',
  };
  const send: TaskOperation<string, string> = {
    name: 'send',
    safety: 'unsafe',
    run: async () => ({ failure, credentialRefused: true }),
  };
  const driver = taskDriver({
    name: 'acme',
    capabilities: {},
    credential,
    open: () => ({ operations: { send } }),
  });
  return driver.open({ runtime: createManualRuntime() }).execute('send', '');
};

describe.each([
  ['over HTTP', overHttp],
  ['in a driver that does not speak HTTP', overATask],
])('what a credential source throws, %s', (_, call) => {
  it.each([
    ['at the first look', 0],
    ['after a refusal', 1],
  ])('%s, ends in a CredentialError, and shows no key', async (_when, times) => {
    const error = await call(roughSource(times)).catch((thrown: unknown) => thrown);
    expect(CredentialError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      outcome: 'not-sent',
      provider: 'acme',
      retryRefusal: 'not-retryable',
      attempts: 1,
    });
    if (times > 0) expect(collectLeaks(error, [key])).toEqual([]);
  });
});
