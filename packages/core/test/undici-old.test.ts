import { expect, it, vi } from 'vitest';
import { createServiceClient, noAuth } from '../src/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';

// What undici 6 has of what the transport takes.
vi.mock('undici', () => ({ Agent: class {}, cacheStores: undefined }));

it('the undici transport names the version that it needs', async () => {
  const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };
  const client = createServiceClient(service, { transport: createUndiciTransport() });
  await expect(client.request({ method: 'GET', path: '/' })).rejects.toMatchObject({
    name: 'ConfigurationError',
    outcome: 'not-sent',
    message: expect.stringContaining('createUndiciTransport() needs undici 7 or later'),
  });
  await client.close();
});
