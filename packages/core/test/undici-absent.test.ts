import { expect, it, vi } from 'vitest';
import { ConfigurationError, createServiceClient, noAuth } from '../src/index.ts';
import { startFaultServer } from '../src/testing/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';

const load = vi.hoisted(() => ({ fails: true }));
vi.mock('undici', (importOriginal) => {
  if (!load.fails) return importOriginal();
  throw Object.assign(new Error("Cannot find package 'undici'"), { code: 'ERR_MODULE_NOT_FOUND' });
});

it('the undici transport names the missing package, and tries again', async () => {
  await using server = await startFaultServer();
  const transport = createUndiciTransport();
  const client = createServiceClient({ name: 'acme', baseUrl: server.url, auth: noAuth() }, { transport });
  const get = { method: 'GET', path: '/' } as const;
  const error = await client.request(get).catch((thrown: unknown) => thrown);
  expect(ConfigurationError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({
    outcome: 'not-sent',
    attempts: 1,
    message: expect.stringContaining('createUndiciTransport() needs undici 7 or later'),
  });
  await transport.close();
  load.fails = false;
  vi.resetModules();
  await expect(client.request(get)).resolves.toMatchObject({ status: 200 });
  await transport.close();
});
