import { describe, expect, it } from 'vitest';
import {
  BadRequestError,
  createServiceClient,
  defineOperation,
  noAuth,
  type Operation,
  type Safety,
  type ServiceResponse,
} from '../src/index.ts';
import { type Answer, startFaultServer } from '../src/testing/index.ts';

const makeThing = (safety: Safety, fields: Partial<Operation<void, unknown>> = {}) =>
  defineOperation<void, unknown>({
    name: 'thing.create',
    safety,
    encode: () => ({ method: 'POST', path: '/things', json: {} }),
    decode: (answer) => {
      const { id } = Object(answer.json());
      if (typeof id !== 'string') throw new TypeError('no id');
      return id;
    },
    ...fields,
    hedge: false,
  });

const isAccepted = (answer: ServiceResponse) => Object.hasOwn(Object(answer.json()), 'id');

async function failureOf(operation: Operation<void, unknown>, answer: Answer): Promise<unknown> {
  await using server = await startFaultServer({ rules: [{ answer }] });
  await using client = createServiceClient({ name: 'acme', baseUrl: server.url, auth: noAuth() });
  const error = await client.execute(operation, undefined).then(
    (value) => ({ value }),
    (thrown: unknown) => thrown,
  );
  expect(server.requests).toHaveLength(1);
  return error;
}

describe('C15: a failed call is `sent` only on evidence', () => {
  it.each([
    ['unsafe', undefined, 'unknown'],
    ['keyed', undefined, 'unknown'],
    ['idempotent', undefined, 'unknown'],
    ['read', undefined, 'sent'],
    ['unsafe', isAccepted, 'sent'],
    ['keyed', isAccepted, 'sent'],
  ] as const)('%s, evidence %s: a decoder that fails leaves `%s`', async (safety, evidence, outcome) => {
    const error = await failureOf(makeThing(safety, { isAccepted: evidence }), { json: { id: 7 } });
    expect(error).toMatchObject({ code: 'response-format', outcome, retryable: false });
  });

  it.each<[name: string, answer: Answer]>([
    ['another object', { json: { hello: 'world' } }],
    ['a list', { json: [] }],
    ['HTML', { headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' }],
    ['no body', { body: '' }],
    ['204', { status: 204 }],
  ])('%s proves nothing, also where the decoder does not look', async (_name, answer) => {
    const error = await failureOf(makeThing('keyed', { isAccepted, decode: () => 'done' }), answer);
    expect(error).toMatchObject({ code: 'response-format', outcome: 'unknown', retryable: false });
  });

  it('the refusal of the service in a 2xx response comes before the evidence', async () => {
    const classify = () => ({
      type: BadRequestError,
      message: 'No.',
      outcome: 'not-sent' as const,
      replay: 'never' as const,
    });
    const error = await failureOf(makeThing('unsafe', { isAccepted, classify }), {
      json: { success: false },
    });
    expect(error).toMatchObject({ code: 'bad-request', outcome: 'not-sent', status: 200 });
  });
});
