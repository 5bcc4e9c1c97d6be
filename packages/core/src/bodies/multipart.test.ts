import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { OpenBody, RequestBody } from '../http/request.ts';
import { createManualRuntime } from '../testing/manual-clock.ts';
import { type FormPart, multipart } from './multipart.ts';
import { streamBody } from './stream-body.ts';

const runtime = createManualRuntime();
const { signal } = new AbortController();

async function open(body: RequestBody): Promise<{ text: string; open: OpenBody; type: string }> {
  const opened = await body.open({ runtime, signal });
  const text = await new Response(opened.content as BodyInit).text();
  return { text, open: opened, type: opened.headers?.['content-type'] ?? '' };
}

/** The platform's own encoding of a form, with our boundary. */
async function platformText(form: FormData, boundary: string): Promise<string> {
  const response = new Response(form);
  const theirs = /boundary=(.+)$/.exec(response.headers.get('content-type') ?? '')?.[1] ?? '';
  return (await response.text()).replaceAll(theirs, boundary);
}

// We write header names in lower case, the platform with capitals; services accept both.
const smallHeaders = (text: string) =>
  text.replace(/^Content-(Disposition|Type): /gm, (header) => header.toLowerCase());

describe('multipart', () => {
  it('has a part for each field and file, and its boundary in the content type', async () => {
    const {
      text,
      type,
      open: opened,
    } = await open(
      multipart([
        { name: 'title', content: 'Grüße' },
        { name: 'file', content: new Uint8Array([104, 105]), filename: 'a.txt', contentType: 'text/plain' },
      ]),
    );
    const boundary = type.replace('multipart/form-data; boundary=', '');
    expect(boundary).toMatch(/^form-[0-9a-f-]{36}$/);
    expect(text).toBe(
      [
        `--${boundary}`,
        'content-disposition: form-data; name="title"',
        '',
        'Grüße',
        `--${boundary}`,
        'content-disposition: form-data; name="file"; filename="a.txt"',
        'content-type: text/plain',
        '',
        'hi',
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    );
    expect(opened.lengthBytes).toBe(new TextEncoder().encode(text).byteLength);
  });

  it('encodes any FormData like the platform', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            name: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a"b', 'a\r\nb', 'a\nb', '')),
            value: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a\rb\nc\r\nd', '')),
            file: fc.option(fc.constantFrom('a.txt', 'a"b\r\n.txt', 'ü.txt'), { nil: undefined }),
            type: fc.constantFrom('', 'text/csv'),
          }),
        ),
        async (entries) => {
          const form = new FormData();
          for (const { name, value, file, type } of entries) {
            if (file === undefined) form.append(name, value);
            else form.append(name, new File([value], file, { type }));
          }
          const { text, type, open: opened } = await open(multipart(form));
          const expected = await platformText(form, type.replace('multipart/form-data; boundary=', ''));
          expect(smallHeaders(text)).toBe(smallHeaders(expected));
          expect(opened.lengthBytes).toBe(new TextEncoder().encode(text).byteLength);
        },
      ),
      { numRuns: 200 },
    ));

  it('security: a name, file name or content type opens no second header', async () => {
    const { text } = await open(
      multipart([{ name: 'a"\r\nx-evil: 1', filename: 'b"\r\nx-evil: 2', content: 'c' }]),
    );
    expect(text).not.toMatch(/^x-evil/m);
    const bad: FormPart = { name: 'a', content: 'c', contentType: 'text/plain\r\nx-evil: 3' };
    expect(() => multipart([bad])).toThrow(ConfigurationError);
  });

  it('ignores later changes of the form', async () => {
    const form = new FormData();
    form.append('a', '1');
    const body = multipart(form);
    form.append('b', '2');
    expect((await open(body)).text).not.toContain('name="b"');
  });

  it('returns the same bytes, boundary included, when opened again', async () => {
    const body = multipart([
      { name: 'a', content: () => new Blob(['x']).stream() },
      { name: 'b', content: new Blob(['y']) },
    ]);
    expect(body.replayable).toBe(true);
    expect((await open(body)).text).toBe((await open(body)).text);
  });

  it('has a length when every part has one', async () => {
    const stream = () => new Blob(['12345']).stream();
    const known = await open(multipart([{ name: 'a', content: stream, lengthBytes: 5 }]));
    expect(known.open.lengthBytes).toBe(new TextEncoder().encode(known.text).byteLength);
    const unknown = await open(multipart([{ name: 'a', content: stream }]));
    expect(unknown.open.lengthBytes).toBeUndefined();
  });

  it('can be sent once when a part is a stream', async () => {
    const body = multipart([
      { name: 'a', content: 'x' },
      { name: 'b', content: new Blob(['y']).stream() },
    ]);
    expect(body.replayable).toBe(true);
    await open(body);
    expect(body.replayable).toBe(false);
  });

  it('fails for a part of another length than announced, even if the next one compensates', async () => {
    const opened = await multipart([
      { name: 'a', content: () => new Blob(['1234']).stream(), lengthBytes: 5 },
      { name: 'b', content: () => new Blob(['123456']).stream(), lengthBytes: 5 },
    ]).open({ runtime, signal });
    await expect(new Response(opened.content as BodyInit).text()).rejects.toThrow();
    expect(opened.error?.()).toMatchObject({ name: 'RangeError' });
  });

  it('cancels the part that is being read, and opens no further part', async () => {
    let cancelled = 0;
    const hanging = () =>
      new ReadableStream<Uint8Array>({
        pull: () => new Promise(() => {}),
        cancel() {
          cancelled += 1;
        },
      });
    let opened = 0;
    const body = await multipart([
      { name: 'a', content: hanging },
      {
        name: 'b',
        content: () => {
          opened += 1;
          return hanging();
        },
      },
    ]).open({ runtime, signal });
    const reader = (body.content as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    const pending = reader.read();
    await runtime.settle();
    body.close?.();
    await expect(pending).rejects.toThrow('The attempt is over.');
    await runtime.settle();
    expect([cancelled, opened]).toEqual([1, 0]);
  });

  it('rejects an invalid length', () => {
    expect(() => multipart([{ name: 'a', content: '', lengthBytes: 0.5 }])).toThrow(ConfigurationError);
    expect(() => streamBody('', { lengthBytes: -1 })).toThrow(ConfigurationError);
  });
});
