import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CallOptions, createServiceClient, noAuth, queryKey, type ServiceClient } from '../src/index.ts';
import { PagingError, paginate } from '../src/paging/index.ts';
import { type FaultServer, startFaultServer } from '../src/testing/index.ts';

let server: FaultServer;
let client: ServiceClient;

beforeEach(async () => {
  server = await startFaultServer();
  client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth: noAuth() },
    { retry: { baseMs: 1 } },
  );
});

afterEach(async () => {
  await client.close();
  await server.close();
});

interface Listing {
  readonly items: readonly number[];
  readonly next?: string | null;
}

const things = (options: { cursor?: string; signal?: AbortSignal } = {}, call: CallOptions = {}) =>
  paginate({
    ...options,
    fetchPage: async (cursor, { signal }) => {
      const request = { method: 'GET', path: '/things', query: { after: cursor } } as const;
      const { items, next } = (await client.request(request, { ...call, signal })).json() as Listing;
      return { items, nextCursor: next };
    },
  });

/** Answers as a list of numbers, two to a page. */
function serve(
  count: number,
  nextOf = (after: number): string | null => (after < count ? `${after}` : null),
) {
  server.respond(({ query }) => {
    const start = Number(query.get('after') ?? 0);
    const items = [start, start + 1].filter((item) => item < count);
    return { answer: { json: { items, next: nextOf(start + 2) } } };
  });
}

async function collect<Item>(items: AsyncIterable<Item>, into: Item[] = []): Promise<Item[]> {
  for await (const item of items) into.push(item);
  return into;
}

const cursors = () => server.requests.map(({ query }) => query.get('after'));

const thingsByUrl = () =>
  paginate({
    fetchPage: async (path = '/things') => {
      const { items, next } = (await client.request({ method: 'GET', path })).json() as Listing;
      return { items, nextCursor: next };
    },
  });

describe('paginate over a service', () => {
  it('follows the URLs of the service, with the credential, and to no other origin', async () => {
    client = createServiceClient({
      name: 'acme',
      baseUrl: server.url,
      auth: queryKey('key'),
      credential: 'canary-1',
    });
    let origin = server.url;
    serve(5, (after) => (after < 5 ? `${origin}/things?after=${after}` : null));
    expect(await collect(thingsByUrl())).toEqual([0, 1, 2, 3, 4]);
    expect(cursors()).toEqual([null, '2', '4']);
    expect(server.requests.map(({ query }) => query.get('key'))).toEqual(Array(3).fill('canary-1'));
    const other = await startFaultServer();
    origin = other.url;
    await expect(collect(thingsByUrl())).rejects.toMatchObject({
      code: 'invalid-input',
      outcome: 'not-sent',
      message: expect.stringContaining(`must stay below ${server.url}, and not go to ${other.url}`),
    });
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it('gives the whole list, a call for each page', async () => {
    serve(5);
    expect(await collect(things())).toEqual([0, 1, 2, 3, 4]);
    expect(cursors()).toEqual([null, '2', '4']);
  });

  it('repeats a page that fails, like any call, and leaves none out', async () => {
    server.respond({ when: { nth: 2 }, answer: { status: 500 } });
    serve(5);
    expect(await collect(things())).toEqual([0, 1, 2, 3, 4]);
    expect(cursors()).toEqual([null, '2', '2', '4']);
  });

  it('after a failure for good it goes on where it stood', async () => {
    server.respond({ when: { nth: 2 }, answer: { status: 400 } });
    serve(5);
    const seen: number[] = [];
    let cursor: string | undefined;
    const first = (async () => {
      for await (const page of things().pages()) {
        seen.push(...page.items);
        cursor = page.nextCursor;
      }
    })();
    await expect(first).rejects.toMatchObject({ code: 'bad-request' });
    expect(cursor).toBe('2');
    expect(await collect(things(cursor === undefined ? {} : { cursor }), seen)).toEqual([0, 1, 2, 3, 4]);
  });

  it('a service that gives the same cursor for ever is found out', async () => {
    serve(5, () => '2');
    const seen: number[] = [];
    const error = await collect(things(), seen).catch((thrown: unknown) => thrown);
    expect(PagingError.isInstance(error) && error.reason).toBe('cursor-repeated');
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(server.requests).toHaveLength(2);
  });

  it('C9: an abort between two pages ends the list with its reason, and nothing more is asked', async () => {
    serve(5);
    const controller = new AbortController();
    const run = async () => {
      for await (const _page of things({ signal: controller.signal }).pages()) controller.abort('enough');
    };
    await expect(run()).rejects.toBe('enough');
    expect(server.requests).toHaveLength(1);
  });

  it('C9: an abort while a page is on its way ends the list with its reason', async () => {
    server.respond({ fault: { kind: 'timeout', phase: 'after-headers' } });
    const controller = new AbortController();
    const collected = collect(things({ signal: controller.signal })).catch((thrown: unknown) => thrown);
    await server.waitUntil(({ faults }) => faults.length === 1);
    controller.abort('enough');
    expect(await collected).toBe('enough');
  });
});
