import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { responseStream } from '../../src/bodies/index.ts';
import { head } from '../hostile-answer.ts';
import { answered, endOf, get, ok, served, type View, whole } from './calls.ts';
import type { Row, Topic } from './row.ts';

const csv = Array.from({ length: 500 }, (_, row) => `${row},${(row * 7_919) % 10_007}\n`).join('');
const codings = { gzip: gzipSync(csv), deflate: deflateSync(csv), br: brotliCompressSync(csv) };

/** Whether the text is the one that was compressed. */
const decoded: View = ({ status, text }) => `${status}, ${text() === csv ? 'decoded' : 'not decoded'}`;
/** How much of the text there is. */
const part: View = ({ status, text }) => {
  const got = text();
  if (got === csv) return `${status}, all of it`;
  return `${status}, ${csv.startsWith(got) ? 'a part of it' : 'something else'}`;
};

const unreported: View = ({ status, text }) =>
  `${status}, ${csv.startsWith(text()) ? 'not reported' : 'something else'}`;

const coded = (coding: string, bytes: Uint8Array, view: View = decoded) =>
  answered(ok(bytes, `Content-Encoding: ${coding}`), { view });
const chunked = (body: string) => answered(head('200 OK', 'Transfer-Encoding: chunked') + body);
const sized = (length: string, body: string, ...lines: readonly string[]) =>
  answered(head('200 OK', `Content-Length: ${length}`, ...lines) + body);

const cut = 'NetworkError, unknown, retryable';
const notHttp = 'NetworkError, unknown';

/** The coded text without its end, cut in five places. */
const cutAnywhere = (coding: keyof typeof codings): Row => ({
  case: `${coding} that ends early`,
  probe: async (over) => {
    const bytes = codings[coding];
    const ends = [1, 11, bytes.length >> 1, bytes.length - 9, bytes.length - 1].map((length) =>
      coded(coding, bytes.subarray(0, length), unreported)(over),
    );
    return [...new Set(await Promise.all(ends))].join('; ');
  },
  end: cut,
  but: { fetch: '200, not reported' },
});

/** What a program reads of a streamed response. */
const streamed = (raw: Uint8Array): Row['probe'] =>
  served(async (client, server) => {
    server.answerRaw(raw);
    const { body } = await client.request({ ...get, stream: responseStream() });
    return endOf(new Response(body ?? null).text(), (text) => (text === csv ? 'all of it' : 'a part of it'));
  });

const gzipHead = head('200 OK', 'Content-Encoding: gzip', 'Connection: close');
const streamedCut = (length: number) =>
  Buffer.concat([Buffer.from(gzipHead), codings.gzip.subarray(0, length)]);

export const bodies: Topic = {
  title: 'Bodies of a response',
  rows: [
    {
      case: 'no length: until the end of the connection',
      probe: answered(`${head('200 OK')}hello`),
      end: '200, "hello"',
    },
    { case: 'chunks', probe: chunked('2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n'), end: '200, "hello"' },
    {
      case: 'chunks, one byte a packet',
      probe: served(async (client, server) => {
        const fault = { kind: 'slicer', phase: 'after-request-body' } as const;
        server.respond({ fault, answer: { chunks: ['he', 'llo'] } });
        return endOf(client.request(get), whole);
      }),
      end: '200, "hello"',
    },
    {
      case: 'chunks, and a reset after the last',
      probe: answered(`${head('200 OK', 'Transfer-Encoding: chunked')}2\r\nok\r\n0\r\n\r\n`, {
        end: 'reset',
      }),
      end: '200, "ok"',
    },
    { case: 'an empty body', probe: answered(ok('')), end: '200, ""' },
    { case: 'a BOM before the text', probe: answered(ok('\ufeffhello')), end: '200, "hello"' },
    { case: 'fewer bytes than `Content-Length`', probe: sized('9', 'hello'), end: cut },
    { case: 'more bytes than `Content-Length`', probe: sized('4', 'hello'), end: '200, "hell"' },
    { case: 'no last chunk', probe: chunked('5\r\nhello\r\n'), end: cut },
    { case: 'invalid chunks', probe: chunked('zz\r\nhello'), end: notHttp },
    { case: 'two lengths that differ', probe: sized('5', 'hello', 'Content-Length: 4'), end: notHttp },
    { case: 'the same length twice', probe: sized('5', 'hello', 'Content-Length: 5'), end: notHttp },
    { case: 'a length that is not a number', probe: sized('five', 'hello'), end: notHttp },
    {
      case: 'a length and chunks',
      probe: sized('5', '5\r\nhello\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'),
      end: notHttp,
    },
    { case: 'gzip', probe: coded('gzip', codings.gzip), end: '200, decoded' },
    { case: 'gzip, called `x-gzip`', probe: coded('x-gzip', codings.gzip), end: '200, decoded' },
    { case: 'deflate', probe: coded('deflate', codings.deflate), end: '200, decoded' },
    {
      case: 'deflate without its wrapper',
      probe: coded('deflate', deflateRawSync(csv)),
      end: '200, decoded',
    },
    { case: 'br', probe: coded('br', codings.br), end: '200, decoded' },
    { case: 'gzip of gzip', probe: coded('gzip, gzip', gzipSync(codings.gzip)), end: '200, decoded' },
    {
      case: 'gzip of two members',
      probe: coded('gzip', Buffer.concat([gzipSync(csv.slice(0, 99)), gzipSync(csv.slice(99))]), part),
      end: '200, all of it',
    },
    {
      case: 'gzip with zeros after it',
      probe: coded('gzip', Buffer.concat([codings.gzip, new Uint8Array(9)]), part),
      end: '200, all of it',
    },
    {
      case: 'gzip with other bytes after it',
      probe: coded('gzip', Buffer.concat([codings.gzip, Buffer.from('garbage')]), part),
      end: cut,
    },
    { case: 'an unknown coding', probe: coded('snappy', Buffer.from(csv), part), end: '200, all of it' },
    {
      case: 'a coding, and an empty body',
      probe: answered(ok('', 'Content-Encoding: gzip')),
      end: '200, ""',
    },
    { case: 'gzip by name only', probe: coded('gzip', Buffer.from(csv), part), end: cut },
    {
      case: 'gzip with a wrong checksum',
      probe: coded('gzip', Uint8Array.from(codings.gzip).fill(0x5a, -8), part),
      end: cut,
    },
    ...(['gzip', 'deflate', 'br'] as const).map(cutAnywhere),
    { case: 'gzip, as a stream', probe: streamed(streamedCut(codings.gzip.length)), end: 'all of it' },
    {
      case: 'gzip that ends half-way, as a stream',
      probe: streamed(streamedCut(codings.gzip.length >> 1)),
      end: 'NetworkError, sent',
      but: { fetch: 'a part of it' },
    },
    {
      case: 'more than `maxResponseBytes`',
      probe: answered(ok(csv), { options: { maxResponseBytes: 1_000 }, view: part }),
      end: 'ResponseTooLargeError, unknown',
    },
    {
      case: 'more than `maxResponseBytes` when decoded',
      probe: answered(ok(gzipSync(new Uint8Array(1e6)), 'Content-Encoding: gzip'), {
        options: { maxResponseBytes: 100_000 },
      }),
      end: 'ResponseTooLargeError, unknown',
    },
  ],
};
