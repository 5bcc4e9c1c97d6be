import { expect, it, vi } from 'vitest';
import { noAuth } from '../auth/no-auth.ts';
import { createServiceClient } from '../client.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { createKyTransport } from './ky-transport.ts';

const load = vi.hoisted(() => ({ fails: true }));
vi.mock('ky', async (importOriginal) => {
  if (load.fails) throw Object.assign(new Error('gone from the disk'), { code: 'ERR_MODULE_NOT_FOUND' });
  return importOriginal();
});

it('a transport that does not load is not a network error; the next call loads it again', async () => {
  const client = createServiceClient(
    { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() },
    { runtime: { fetch: async () => new Response('{}') }, transport: createKyTransport('acme') },
  );
  const request = { method: 'POST', path: '/a', json: {} } as const;
  const error = await client.request(request).catch((thrown: unknown) => thrown);
  expect(ConfigurationError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ provider: 'acme', operation: 'request', outcome: 'not-sent', attempts: 1 });
  load.fails = false;
  vi.resetModules();
  await expect(client.request(request)).resolves.toMatchObject({ status: 200 });
});
