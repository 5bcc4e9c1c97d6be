import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createServiceClient, defineOperation, noAuth, type Schema } from '../src/index.ts';
import { type FaultServer, startFaultServer } from '../src/testing/index.ts';

interface Nested {
  readonly a?: Nested | undefined;
}
const nested: z.ZodMiniType<Nested> = z.lazy(() => z.object({ a: z.optional(nested) }));
const nest = (depth: number) => `${'{"a":'.repeat(depth)}{}${'}'.repeat(depth)}`;

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer({
    rules: [
      { when: { path: '/deep' }, answer: { body: nest(100_000) } },
      { when: { path: '/usual' }, answer: { body: nest(300) } },
      {
        when: { path: '/wide' },
        answer: { body: JSON.stringify(Array(5_000).fill([['[{'], { a: '"\\' }])) },
      },
      { when: { path: '/not-http' }, answer: { raw: '220 mail.acme.test ESMTP\r\n' } },
    ],
  });
});
afterAll(() => server.close());

async function read(path: string, decode: Schema<unknown>) {
  await using client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth: noAuth() },
    { retry: { baseMs: 0 } },
  );
  const operation = defineOperation({
    name: 'x',
    safety: 'read',
    encode: () => ({ method: 'GET', path }),
    decode,
  });
  return client.execute(operation, undefined);
}

const throwing: Schema<unknown> = {
  '~standard': {
    version: 1,
    vendor: 'acme',
    validate() {
      throw new RangeError('Maximum call stack size exceeded');
    },
  },
};

describe('C15: depth', () => {
  it('an answer nested 100 000 deep is not valid JSON', async () => {
    await expect(read('/deep', nested)).rejects.toMatchObject({ name: 'ResponseFormatError', attempts: 1 });
  });

  it('an answer of any usual depth or width is read', async () => {
    await expect(read('/usual', nested)).resolves.toBeTypeOf('object');
    await expect(read('/wide', z.array(z.unknown()))).resolves.toHaveLength(5_000);
  });

  it('a schema that throws is not a network failure, and is not tried again', async () => {
    await expect(read('/usual', throwing)).rejects.toMatchObject({
      name: 'ResponseFormatError',
      outcome: 'sent',
      attempts: 1,
    });
  });
});

describe('C15: what is not HTTP', () => {
  it('is not asked again', async () => {
    await expect(read('/not-http', nested)).rejects.toMatchObject({
      name: 'NetworkError',
      outcome: 'unknown',
      attempts: 1,
      providerCode: 'HPE_INVALID_CONSTANT',
    });
  });
});
