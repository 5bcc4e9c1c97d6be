import { expect, it, vi } from 'vitest';
import { noAuth } from '../auth/no-auth.ts';
import { createServiceClient } from '../client.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { createFakeTransport } from '../testing/fake-transport.ts';

vi.mock('./call-parts.ts', () => {
  throw new Error('gone from the disk');
});

it('a call whose parts do not load ends with a ConfigurationError and an operation-end, unsent', async () => {
  const transport = createFakeTransport([{ answer: { body: 'never' } }]);
  const told: string[] = [];
  const client = createServiceClient(
    { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() },
    { transport, onEvent: ({ type }) => told.push(type) },
  );
  const error = await client.request({ method: 'GET', path: '/a' }).catch((thrown: unknown) => thrown);
  expect(ConfigurationError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ provider: 'acme', outcome: 'not-sent', cause: expect.any(Error) });
  expect(transport.requests).toHaveLength(0);
  expect(told).toEqual(['operation-start', 'operation-end']);
  await client.close();
});

it('a wrong input and an abort go before parts that do not load', async () => {
  const told: string[] = [];
  const client = createServiceClient(
    { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() },
    { transport: createFakeTransport([]), onEvent: ({ type }) => told.push(type) },
  );
  await expect(client.request({ method: 'GET', path: 'a' })).rejects.toMatchObject({ code: 'invalid-input' });
  const signal = AbortSignal.abort('mine');
  await expect(client.request({ method: 'GET', path: '/a' }, { signal })).rejects.toBe('mine');
  expect(told).toEqual([]);
  await client.close();
});
