import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientEvent, createServiceClient, noAuth, type OrgError } from '../src/index.ts';

const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };

/** What Cloudflare's workers say to these options of `fetch`, whatever their values (workerd's http.c++). */
function refuse(init: RequestInit | undefined): void {
  for (const name of ['cache', 'credentials'] as const)
    if (init?.[name] !== undefined) throw new TypeError(`The '${name}' field is not implemented.`);
}

describe('a platform whose fetch refuses options equal to its defaults', () => {
  it('gets none of them', async () => {
    class StrictRequest extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        refuse(init);
        super(input, init);
      }
    }
    vi.stubGlobal('Request', StrictRequest);
    onTestFinished(() => void vi.unstubAllGlobals());
    const heard: RequestInit[] = [];
    const fetch = async (_url: string, init: RequestInit) => {
      refuse(init);
      heard.push(init);
      return Response.json({ ok: true });
    };
    const client = createServiceClient(service, { runtime: { fetch } });
    const answer = await client.request({ method: 'POST', path: '/things', json: { a: 1 } });
    expect(answer.json()).toEqual({ ok: true });
    expect(heard).toMatchObject([{ method: 'POST', body: '{"a":1}', redirect: 'manual' }]);
    await client.close();
  });
});

describe("Deno's fetch, which sends a text again when a reused connection ends", () => {
  it.each([
    ['a text', { method: 'POST', path: '/', json: { a: 1 } }, '{"a":1}'],
    ['bytes', { method: 'PUT', path: '/', body: new Uint8Array([97]) }, 'a'],
    ['a POST without a body', { method: 'POST', path: '/' }, ''],
  ] as const)('gets a Blob for %s', async (_what, request, text) => {
    vi.stubGlobal('Deno', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const bodies: unknown[] = [];
    const fetch = async (_url: string, init: RequestInit) => {
      bodies.push(init.body);
      return Response.json({});
    };
    await using client = createServiceClient(service, { runtime: { fetch } });
    await client.request(request);
    expect(bodies).toEqual([expect.any(Blob)]);
    expect(await (bodies[0] as Blob).text()).toBe(text);
  });

  it.each(['GET', 'DELETE'] as const)('gets no body for a %s without one', async (method) => {
    vi.stubGlobal('Deno', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({}));
    await using client = createServiceClient(service, { runtime: { fetch } });
    await client.request({ method, path: '/' });
    expect(fetch.mock.lastCall?.[1]).toMatchObject({ method, body: null });
  });
});

describe('a browser, which hides a redirect behind the status 0', () => {
  it('gives the error and its event no status', async () => {
    const events: ClientEvent[] = [];
    const onEvent = (event: ClientEvent) => void events.push(event);
    const runtime = { fetch: async () => Response.error() };
    await using client = createServiceClient(service, { runtime, onEvent });
    const error = await client.request({ method: 'GET', path: '/' }).catch((thrown: OrgError) => thrown);
    expect(error).toMatchObject({ code: 'redirect-refused', outcome: 'not-sent' });
    expect(error).not.toHaveProperty('status', expect.anything());
    expect(JSON.stringify([error, events])).not.toContain('"status":0');
  });
});
