import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../src/driver/index.ts';
import {
  type Auth,
  basicAuth,
  bearerAuth,
  createServiceClient,
  type HttpRequest,
  headerKey,
  isOrgError,
  queryKey,
  type RawRequest,
} from '../src/index.ts';
import { collectLeaks, type FaultServer, startFaultServer } from '../src/testing/index.ts';
import { elsewhere, hiddenBases, tricks, type Way, waysOut } from './redirects-tricks.ts';

const key = 'canary-key-7f3a91';
const personal = 'canary-body-c04d2e';

const placements: readonly (readonly [name: string, auth: Auth])[] = [
  ['bearer', bearerAuth()],
  ['a header', headerKey('X-Api-Key')],
  ['the query', queryKey('key')],
  ['basic', basicAuth({ user: 'ann' })],
];

/** The service, and a server that must never hear of it. */
let own: FaultServer;
let other: FaultServer;
const locations = new Map<string, string>();

beforeAll(async () => {
  own = await startFaultServer({
    rules: [
      ({ path }) => {
        const location = locations.get(path);
        const status = Number(/^\/(\d{3})\//.exec(path)?.[1] ?? 200);
        if (status === 200 && location === undefined) return { answer: { json: { path } } };
        return {
          answer: { status, json: {}, headers: location === undefined ? {} : { location: utf8(location) } },
        };
      },
    ],
  });
  other = await startFaultServer();
});
afterAll(async () => {
  await Promise.all([own.close(), other.close()]);
});
beforeEach(() => locations.clear());

function open(auth: Auth = bearerAuth(), baseUrl = own.url, options: EngineOptions = {}) {
  return createServiceClient({ name: 'acme', baseUrl, auth, credential: key }, options);
}

const statuses = [300, 301, 302, 303, 307, 308];

describe('C14: a redirect to somewhere else is an error', () => {
  it.each([...tricks, ...elsewhere])('%s', async (_name, location) => {
    let turn = 0;
    const clients = placements.map(([placement, auth]) => ({ placement, client: open(auth) }));
    for (const status of statuses) {
      for (const request of requestsTo(`/${status}/start`)) {
        const { placement, client } = clients[turn++ % clients.length] as (typeof clients)[number];
        locations.set(`/${status}/start`, location(own.url, other.url));
        const error = await failureOf(client.request(request, { headers: { 'x-tenant': personal } }));
        const label = `${request.method}, ${status}, key in ${placement}`;
        expect(isOrgError(error) && error.name, label).toBe('RedirectError');
        const outcome = outcomeOf(request, status);
        expect(error, label).toMatchObject({ outcome, attempts: 1, status });
        expect(collectLeaks(error, [key, personal]), label).toEqual([]);
      }
    }
    for (const { client } of clients) await client.close();
    expect(other.connections.total).toBe(0);
  });

  it('also when it comes after redirects that were followed', async () => {
    locations.set('/301/a', '/302/b');
    locations.set('/302/b', `${other.url}/c`);
    await using client = open();
    await expect(client.request({ method: 'GET', path: '/301/a' })).rejects.toMatchObject({
      name: 'RedirectError',
    });
    expect(other.connections.total).toBe(0);
  });

  it('nothing else in an answer makes the client go anywhere', async () => {
    const server = await startFaultServer();
    await using _stopped = server;
    const html = `<meta http-equiv="refresh" content="0;url=${other.url}/x"><base href="${other.url}/">`;
    server.respond({
      answer: {
        body: html,
        headers: {
          refresh: `0; url=${other.url}/x`,
          location: `${other.url}/x`,
          'content-location': `${other.url}/x`,
          'alt-svc': `http/1.1="${new URL(other.url).host}"`,
          link: `<${other.url}/x>; rel=preload, <${other.url}/y>; rel=next`,
          'content-type': 'text/html',
        },
      },
    });
    await using client = open(bearerAuth(), server.url);
    await client.request({ method: 'GET', path: '/x' });
    await client.request({ method: 'GET', path: '/x' });
    expect(server.requests).toHaveLength(2);
    expect(other.connections.total).toBe(0);
  });
});

describe('C14: a redirect within the service', () => {
  it.each(placements)('is followed for reads, signed again, with the key in %s', async (_name, auth) => {
    const before = own.requests.length;
    locations.set('/307/start', '/end');
    await using client = open(auth);
    const answer = await client.request({ method: 'GET', path: '/307/start' });
    expect(answer.json()).toEqual({ path: '/end' });
    const [first, second] = own.requests.slice(before);
    expect(second?.path).toBe('/end');
    expect(second?.headers.get('authorization')).toBe(first?.headers.get('authorization'));
    expect(second?.headers.get('x-api-key')).toBe(first?.headers.get('x-api-key'));
    expect(second?.query.get('key')).toBe(first?.query.get('key'));
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'is not followed for %s, and leaves it open whether the service acted where it usually has',
    async (method) => {
      for (const status of statuses) {
        const before = own.requests.length;
        locations.set(`/${status}/start`, '/end');
        await using client = open();
        await expect(client.request({ method, path: `/${status}/start`, json: {} })).rejects.toMatchObject({
          name: 'RedirectError',
          outcome: outcomeOf({ method }, status),
          retryable: false,
        });
        expect(own.requests).toHaveLength(before + 1);
      }
    },
  );

  it('has an unknown outcome when an unsafe GET was followed and then refused', async () => {
    locations.set('/303/start', '/307/next');
    locations.set('/307/next', `${other.url}/end`);
    await using client = open();
    const error = await failureOf(client.request({ method: 'GET', path: '/303/start', safety: 'unsafe' }));
    expect(error).toMatchObject({ name: 'RedirectError', outcome: 'unknown', status: 307 });
  });

  it('ends after five', async () => {
    const before = own.requests.length;
    locations.set('/302/round', '/302/round');
    await using client = open();
    await expect(client.request({ method: 'GET', path: '/302/round' })).rejects.toMatchObject({
      name: 'RedirectError',
    });
    expect(own.requests).toHaveLength(before + 6);
  });
});

describe('C14: a path cannot leave the service', () => {
  it.each<Way>([...tricks, ...waysOut])('%s', async (_name, path) => {
    const before = own.requests.length;
    await using client = open(headerKey('X-Api-Key'), `${own.url}/api`);
    const error = await failureOf(
      client.request({ method: 'POST', path: path(own.url, other.url), json: { personal } }),
    );
    expect(error).toMatchObject({ name: 'InvalidInputError', outcome: 'not-sent' });
    expect(own.requests).toHaveLength(before);
    expect(other.connections.total).toBe(0);
  });

  it.each([
    ['an @ in a segment', '/@127.0.0.1:1/x'],
    ['a URL as a segment', '/http:%2F%2F127.0.0.1%2Fx'],
    ['a colon', '/:80/x'],
    ['encoded slashes', '/%2F%2F127.0.0.1/x'],
    ['an encoded backslash', '/%5C127.0.0.1/x'],
    ['three dots', '/.../x'],
  ])('what only looks like a way out stays below the base URL: %s', async (_name, path) => {
    await using client = open(headerKey('X-Api-Key'), `${own.url}/api`);
    const answer = await client.request({ method: 'GET', path });
    expect(answer.json()).toEqual({ path: `/api${path}` });
    expect(other.connections.total).toBe(0);
  });
});

describe('C14: a base URL that hides where it goes is refused', () => {
  it.each<Way>(hiddenBases)('%s', (_name, baseUrl) => {
    expect(() => open(bearerAuth(), baseUrl(own.url, other.url))).toThrow(
      expect.objectContaining({ name: 'ConfigurationError' }),
    );
  });
});

function requestsTo(path: string): readonly RawRequest[] {
  const bodies: Pick<HttpRequest, 'json' | 'form' | 'body'>[] = [
    { json: { personal } },
    { form: { personal } },
    { body: personal },
  ];
  return [
    { method: 'GET', path },
    ...bodies.map((body) => ({ method: 'POST', path, ...body }) as const),
    { method: 'POST', path, json: { personal }, safety: 'keyed' },
  ];
}

/**
 * After 301, 302 or 303 a service has usually acted; 307 and 308 ask for the same request (RFC 9110 §15.4).
 */
function outcomeOf({ method }: Pick<RawRequest, 'method'>, status: number): string {
  return method !== 'GET' && [301, 302, 303].includes(status) ? 'unknown' : 'not-sent';
}

/** Header values travel as bytes. */
function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('the call should have failed'),
    (error: unknown) => error,
  );
}
