import { expect, it, vi } from 'vitest';
import { ConfigurationError, createServiceClient, noAuth } from '../src/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';

vi.mock('undici', () => {
  throw Object.assign(new Error("Cannot find package 'undici'"), { code: 'ERR_MODULE_NOT_FOUND' });
});

it('the transport on undici says what to install, instead of taking its absence for the network', async () => {
  const service = { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() };
  const client = createServiceClient(service, { transport: createUndiciTransport() });
  const error = await client.request({ method: 'GET', path: '/' }).catch((thrown: unknown) => thrown);
  expect(ConfigurationError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({
    outcome: 'not-sent',
    attempts: 1,
    message: expect.stringContaining('npm install undici'),
  });
});
