import { afterEach, describe, expect, it, vi } from 'vitest';
import { noAuth } from '../auth/no-auth.ts';
import { createServiceClient } from '../client.ts';
import type { EngineOptions } from '../engine-options.ts';
import { createFakeTransport } from '../testing/fake-transport.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function sent(options: EngineOptions, product?: string): Promise<string | null> {
  const transport = createFakeTransport([{ answer: {} }]);
  const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth(), product };
  await createServiceClient(service, { transport, ...options }).request({ method: 'GET', path: '/' });
  return transport.requests[0]?.headers.get('user-agent') ?? null;
}

describe('the user agent', () => {
  it('names the product, the platform, then the addition of the caller', async () => {
    const platform = `(node/${process.versions.node}; ${process.platform})`;
    expect(await sent({})).toMatch(/^org-core\/\S+ \(node\//);
    expect(await sent({}, 'org-email/1.2.0')).toBe(`org-email/1.2.0 ${platform}`);
    expect(await sent({ userAgent: 'acme-shop/7' }, 'org-email/1.2.0')).toBe(
      `org-email/1.2.0 ${platform} acme-shop/7`,
    );
  });

  it.each([
    ['Deno/2.9.6', 'deno/2.9.6; '],
    ['Bun/1.4.5', 'bun/1.4.5; '],
    ['Cloudflare-Workers', 'cloudflare-workers; '],
    // A program's own, which is not the name of a runtime.
    ['my program (test)', `node/${process.versions.node}; `],
  ])('names the runtime that calls itself %s, and gives a version of Node, too', async (own, named) => {
    vi.stubGlobal('navigator', { userAgent: own });
    expect(await sent({}, 'org-email/1.2.0')).toBe(`org-email/1.2.0 (${named}${process.platform})`);
  });

  it.each([
    [undefined, 'org-email/1.2.0'],
    ['Cloudflare-Workers', 'org-email/1.2.0 (cloudflare-workers; unknown)'],
  ])('names what is known without Node: %s', async (own, named) => {
    vi.stubGlobal('navigator', own && { userAgent: own });
    vi.stubGlobal('process', undefined);
    expect(await sent({}, 'org-email/1.2.0')).toBe(named);
  });

  it("is the browser's own in a page and in its workers", async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0' });
    expect(await sent({ userAgent: 'acme-shop/7' })).toBeNull();
  });

  it.each(['', 'acme\r\nx-evil: 1', 'acme\u0000', 'Bäcker/1'])(
    'security: refuses the addition %j at once',
    (userAgent) => {
      const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };
      expect(() => createServiceClient(service, { userAgent })).toThrow(
        expect.objectContaining({ code: 'configuration' }),
      );
    },
  );
});
