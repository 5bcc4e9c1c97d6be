import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createServiceClient, noAuth } from '../src/index.ts';

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
