import { describe, expect, it } from 'vitest';
import { multipart } from '../src/bodies/index.ts';
import type { FormPart } from '../src/bodies/multipart.ts';
import { createServiceClient, noAuth } from '../src/index.ts';
import { kyTransport } from '../src/ky/index.ts';

const file = { filename: 'rows.csv', contentType: 'text/csv' };
const bytes = new Uint8Array([0, 13, 10, 255]);

/** What the platform's fetch gets for a form, and the same form as the stream of other transports. */
async function sent(parts: readonly FormPart[] | FormData, throughKy = false) {
  const inits: RequestInit[] = [];
  const fetch = async (_: unknown, init: RequestInit = {}) => {
    inits.push(init);
    return new Response('{}');
  };
  const ky = (_: URL, init: object) => fetch(undefined, init as RequestInit);
  const transport = throughKy ? kyTransport(ky) : undefined;
  await using client = createServiceClient(
    { name: 'acme', baseUrl: 'https://acme.example', auth: noAuth() },
    { runtime: { fetch: fetch as typeof globalThis.fetch, randomUUID: () => 'u' }, transport },
  );
  const form = multipart(parts);
  await client.request({ method: 'POST', path: '/forms', body: form });
  const [{ body, headers } = {}] = inits;
  const runtime = { ...client, randomUUID: () => 'u' } as never;
  const opened = await form.open({ runtime, signal: new AbortController().signal });
  const stream = await new Response(opened.content as BodyInit).bytes();
  return { body, headers: headers as Record<string, string>, stream };
}

// Chromium refuses a stream over HTTP/1.1, and other browsers have none.
describe('a form for the fetch of a page', () => {
  it.each([false, true])(
    'of text, bytes and Blobs is a Blob of the same bytes (through ky: %s)',
    async (ky) => {
      const parts = [
        { name: 'title', content: 'Grüße \ud800 \r\n' },
        { name: 'a', content: bytes, ...file },
        { name: 'b', content: new Blob([bytes, 'x'], { type: 'text/plain' }), ...file, lengthBytes: 5 },
      ];
      const { body, headers, stream } = await sent(parts, ky);
      expect(body).toBeInstanceOf(Blob);
      expect(await (body as Blob).bytes()).toEqual(stream);
      expect(headers['content-type']).toBe('multipart/form-data; boundary=form-u');
    },
  );

  it('of a FormData is a Blob', async () => {
    const form = new FormData();
    form.append('title', 'Report');
    form.append('rows', new File([bytes], 'rows.csv', { type: 'text/csv' }));
    const { body, stream } = await sent(form);
    expect(await (body as Blob).bytes()).toEqual(stream);
  });

  it('with a part that must be read is a stream', async () => {
    const read = { name: 'a', content: () => new Blob([bytes]).stream(), lengthBytes: 4 };
    const { body } = await sent([{ name: 'title', content: 'Report' }, read]);
    expect(body).toBeInstanceOf(ReadableStream);
  });

  it('with a part of another length than announced is a stream, which fails', async () => {
    await expect(sent([{ name: 'a', content: bytes, lengthBytes: 5 }])).rejects.toThrow('5 bytes');
  });
});
