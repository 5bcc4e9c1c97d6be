import { describe, expect, it } from 'vitest';
import type { SandboxRequest, SandboxResponse } from './exchange.ts';
import { createRouter, route } from './router.ts';

const ask = async (
  handler: ReturnType<typeof createRouter>,
  method: string,
  path: string,
): Promise<SandboxResponse> => handler({ method, path } as SandboxRequest);

describe('createRouter', () => {
  const router = createRouter([
    route('GET', '/contacts', () => ({ status: 200, json: 'list' })),
    route('POST', '/contacts', () => ({ status: 201 })),
    route('GET', '/contacts/fields', () => ({ status: 200, json: 'fields' })),
    route('GET', '/contacts/:id', (_, params) => ({ status: 200, json: params })),
    route('PATCH', '/a/:__proto__/:constructor', (_, params) => ({
      status: 200,
      json: Object.entries(params),
    })),
  ]);

  it('takes the first route that fits, with decoded parameters', async () => {
    expect((await ask(router, 'GET', '/contacts')).json).toBe('list');
    expect((await ask(router, 'GET', '/contacts/fields')).json).toBe('fields');
    expect((await ask(router, 'GET', '/contacts/%C3%A9%20%3F')).json).toEqual({ id: 'é ?' });
    expect((await ask(router, 'HEAD', '/contacts')).json).toBe('list');
  });

  it('keeps parameters apart from the prototype', async () => {
    expect((await ask(router, 'PATCH', '/a/x/y')).json).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it('responds 405 with the allowed methods', async () => {
    expect(await ask(router, 'DELETE', '/contacts')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, POST' },
    });
  });

  it.each([
    '/',
    '/nothing',
    '/contacts/',
    '/contacts//',
    '//contacts',
    '/contacts/a/b',
    '/Contacts',
    '/contacts/.',
    '/contacts/..',
    '/contacts/%2e%2e',
    '/contacts/%2E',
    '/contacts/a%2Fb',
    '/contacts/..%5c',
    '/contacts/a%00',
    '/contacts/%',
    '/contacts/%zz',
    '/contacts/%ff',
    '/contacts/a\\b',
    '/x/../contacts',
    '/%2e/contacts',
    '//evil.example/contacts',
    '/contacts;a=b',
    '/contacts%3Fx',
  ])('S1: finds nothing at %s', async (path) => {
    expect((await ask(router, 'GET', path)).status).toBe(404);
  });
});
