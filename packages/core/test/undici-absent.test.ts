import { expect, it, vi } from 'vitest';
import { ConfigurationError, createServiceClient, noAuth } from '../src/index.ts';
import { startFaultServer } from '../src/testing/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';

const load = vi.hoisted(() => ({ fails: true }));
vi.mock('undici', (importOriginal) => {
  if (!load.fails) return importOriginal();
  throw Object.assign(new Error("Cannot find package 'undici'"), { code: 'ERR_MODULE_NOT_FOUND' });
});

it('the transport on undici says what to install, instead of taking its absence for the network', async () => {
  const service = { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() };
  const transport = createUndiciTransport();
  const client = createServiceClient(service, { transport });
  const error = await client.request({ method: 'GET', path: '/' }).catch((thrown: unknown) => thrown);
  expect(ConfigurationError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({
    outcome: 'not-sent',
    attempts: 1,
    message: expect.stringContaining('npm install undici'),
  });
  await transport.close();
});

it('looks again with the next request', async () => {
  await using server = await startFaultServer();
  const transport = createUndiciTransport();
  const client = createServiceClient({ name: 'acme', baseUrl: server.url, auth: noAuth() }, { transport });
  const get = { method: 'GET', path: '/' } as const;
  await expect(client.request(get)).rejects.toMatchObject({ code: 'configuration' });
  load.fails = false;
  vi.resetModules();
  await expect(client.request(get)).resolves.toMatchObject({ status: 200 });
  await transport.close();
});
