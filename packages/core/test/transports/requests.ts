import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { streamBody } from '../../src/bodies/index.ts';
import type { RawRequest } from '../../src/index.ts';
import { head } from '../hostile-answer.ts';
import { clientOver, describeError, endOf, ok, onlyStatus, post, served } from './calls.ts';
import type { Probe, Topic } from './row.ts';

/** The head of the request as it arrives, for a view of it. */
const arrived =
  (request: RawRequest, view: (head: string) => string): Probe =>
  async (over) => {
    let text = '';
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1');
        if (text.includes('\r\n\r\n')) socket.end(ok(''));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await using client = clientOver(over, `http://127.0.0.1:${port}`);
    try {
      await client.request(request);
      return view(text.split('\r\n\r\n')[0] ?? '');
    } catch (error) {
      return describeError(error);
    } finally {
      server.close();
    }
  };

const lineOf =
  (name: string) =>
  (head: string): string =>
    head
      .split('\r\n')
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 2))
      .join('; ') || 'none';

/** Names of header fields beyond those that every transport sends. */
const added = (head: string): string => {
  const names = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(':')[0]?.toLowerCase() ?? '');
  const known = 'host connection accept accept-encoding content-type user-agent'.split(' ');
  const missing = known.filter((name) => !names.includes(name)).map((name) => `no ${name}`);
  return [...missing, ...names.filter((name) => !known.includes(name)).sort()].join(', ') || 'none';
};

const withHeader = (name: string, value = 'x'): RawRequest => ({ ...post, headers: { [name]: value } });

/** A name that pages may not set (Fetch standard, "forbidden request-header"). */
const forbiddenInPages = [
  'cookie',
  'origin',
  'referer',
  'date',
  'via',
  'proxy-authorization',
  'sec-x',
  'dnt',
];

const eachArrives: Probe = async (over) => {
  const missing: string[] = [];
  for (const name of forbiddenInPages) {
    const line = await arrived(withHeader(name), lineOf(name))(over);
    if (line !== 'x') missing.push(`${name} (${line})`);
  }
  return missing.length === 0 ? 'each arrives' : `not: ${missing.join(', ')}`;
};

const ofTransport = [
  'host',
  'content-length',
  'connection',
  'keep-alive',
  'expect',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
];

const eachRefused: Probe = async (over) => {
  const ends = new Set<string>();
  for (const name of ofTransport) ends.add(await arrived(withHeader(name), () => `${name} arrives`)(over));
  return [...ends].join('; ');
};

const text = (...pieces: readonly (string | Error)[]) =>
  async function* () {
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece;
      yield piece;
    }
  };

const put = (body: RawRequest['body']): RawRequest => ({ method: 'PUT', path: '/things', body });

const busyOnce = { when: { nth: 1 }, answer: { status: 503, headers: { 'retry-after': '0' } } } as const;
const promptly = {
  retry: { baseMs: 1, throttledBaseMs: 1 },
  limiter: false,
  runtime: { random: () => 0 },
} as const;

/** The bodies that arrive when the first request is refused, and the end of the call. */
const replayed = (open: () => RawRequest['body']): Probe =>
  served(async (client, server) => {
    server.respond(busyOnce);
    const end = await endOf(client.request(put(open())), onlyStatus);
    return `${end}; arrived: ${server.requests.map((request) => request.text()).join(', ')}`;
  }, promptly);

/** The end of a request whose body is a stream, and whether the service saw a whole request. */
const streamed = (open: () => RawRequest['body'], view = (body: string) => body): Probe =>
  served(async (client, server) => {
    const end = await endOf(client.request(put(open())), onlyStatus);
    // Also without the request, when its connection was cut with its first byte.
    const complete = server.requests
      .filter((request) => request.complete)
      .map((request) => view(request.text()));
    return `${end}; ${complete.length === 0 ? 'no whole request' : `arrived: ${complete}`}`;
  });

/** A service that answers at the first byte of the request, and reads on. */
const early: Probe = async (over) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => void socket.write(head('413 Payload Too Large', 'Content-Length: 0')));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await using client = clientOver(over, `http://127.0.0.1:${port}`);
  const end = await endOf(client.request(put('x'.repeat(4 << 20))), onlyStatus);
  server.close();
  return end;
};

const done = '200';

export const requests: Topic = {
  title: 'Requests',
  rows: [
    { case: 'a name in capitals', probe: arrived(withHeader('X-Name', 'v'), lineOf('x-name')), end: 'v' },
    {
      case: 'one name in two spellings: the last one',
      probe: arrived({ ...post, headers: { 'X-A': '1', 'x-a': '2' } }, lineOf('x-a')),
      end: '2',
    },
    { case: 'Latin-1 in a value', probe: arrived(withHeader('x-a', 'é'), lineOf('x-a')), end: 'é' },
    {
      case: 'a letter beyond Latin-1 in a value',
      probe: arrived(withHeader('x-a', '日'), lineOf('x-a')),
      end: 'InvalidInputError, not-sent',
    },
    {
      case: 'a line break in a value',
      probe: arrived(withHeader('x-a', 'a\r\nb: c'), lineOf('x-a')),
      end: 'InvalidInputError, not-sent',
    },
    {
      case: 'a header of the transport: `host`, `content-length`, `expect` …',
      probe: eachRefused,
      end: 'InvalidInputError, not-sent',
    },
    {
      case: 'a header that pages may not set: `cookie`, `origin`, `date` …',
      probe: eachArrives,
      end: 'each arrives',
    },
    {
      case: 'headers beyond `host`, `accept`, `user-agent` …',
      probe: arrived({ method: 'GET', path: '/' }, added),
      end: 'none',
      but: { fetch: 'accept-language, sec-fetch-mode' },
    },
    {
      case: '`accept-encoding`',
      probe: arrived({ method: 'GET', path: '/' }, lineOf('accept-encoding')),
      end: 'gzip, deflate, br',
      but: { fetch: 'gzip, deflate' },
    },
    {
      case: 'the path and the query',
      probe: arrived(
        { method: 'GET', path: '/a%20b/{c}', params: { c: 'ü/?' }, query: { q: 'ä b' } },
        (head) => head.split('\r\n')[0] ?? '',
      ),
      end: 'GET /a%20b/%C3%BC%2F%3F?q=%C3%A4+b HTTP/1.1',
    },
    {
      case: '`content-length` of a POST without a body',
      probe: arrived({ method: 'POST', path: '/' }, lineOf('content-length')),
      end: '0',
    },
    {
      case: '`content-length` of a DELETE without a body',
      probe: arrived({ method: 'DELETE', path: '/' }, lineOf('content-length')),
      end: 'none',
    },
    {
      case: '`content-length` of a DELETE with one',
      probe: arrived({ method: 'DELETE', path: '/', body: 'é' }, lineOf('content-length')),
      end: '2',
    },
    {
      case: 'a GET with a body',
      probe: arrived({ method: 'GET', path: '/', body: 'a' }, lineOf('content-length')),
      end: 'InvalidInputError, not-sent',
    },
    {
      case: 'a stream of unknown length',
      probe: arrived(put(streamBody(text('a'))), lineOf('transfer-encoding')),
      end: 'chunked',
    },
    {
      case: 'a stream of known length',
      probe: arrived(put(streamBody(text('ab'), { lengthBytes: 2 })), lineOf('content-length')),
      end: '2',
    },
    {
      case: 'a stream shorter than its length',
      probe: streamed(() => streamBody(text('a'), { lengthBytes: 2 })),
      end: 'RequestBodyError, unknown; no whole request',
    },
    {
      case: 'a stream longer than its length',
      probe: streamed(() => streamBody(text('abc'), { lengthBytes: 2 })),
      end: 'RequestBodyError, unknown; no whole request',
    },
    {
      case: 'a stream that fails',
      probe: streamed(() => streamBody(text('a', new Error('broke')))),
      end: 'RequestBodyError, unknown; no whole request',
    },
    { case: 'a text again after a 503', probe: replayed(() => 'ab'), end: `${done}; arrived: ab, ab` },
    {
      case: 'a function that opens a stream, after a 503',
      probe: replayed(() => streamBody(text('ab'))),
      end: `${done}; arrived: ab, ab`,
    },
    {
      case: 'a stream itself, after a 503',
      probe: replayed(() => streamBody(text('ab')())),
      end: 'ServerError, not-sent, retryable; arrived: ab',
    },
    { case: 'a 413 before the body is read', probe: early, end: 'PayloadTooLargeError, not-sent' },
  ],
};
