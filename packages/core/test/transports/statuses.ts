import { head } from '../hostile-answer.ts';
import { answered, endOf, get, ok, post, served, whole } from './calls.ts';
import type { Row, Topic } from './row.ts';

const final = ok('ok');
const interim = (...heads: readonly string[]) =>
  answered(Buffer.concat([...heads.map((each) => Buffer.from(each)), final]), { request: post });
const line = (status: string, ...lines: readonly string[]) =>
  answered(`${status}\r\n${lines.map((each) => `${each}\r\n`).join('')}Content-Length: 2\r\n\r\nok`);

const notHttp = 'NetworkError, unknown';
const cut = 'NetworkError, unknown, retryable';

/** Requests that arrive at a service that always answers so. */
const arrivals = (status: string): Row['probe'] =>
  served(async (client, server) => {
    server.answerRaw(head(status, 'Content-Length: 0'));
    const end = await endOf(client.request(post), whole);
    return `${end}; ${server.requests.length} arrived`;
  });

export const statuses: Topic = {
  title: 'Statuses',
  rows: [
    {
      case: '`100 Continue`, unrequested',
      probe: interim(head('100 Continue')),
      end: '200, "ok"',
      but: { undici: notHttp, fetch: notHttp },
    },
    { case: '`102 Processing` first', probe: interim(head('102 Processing')), end: '200, "ok"' },
    {
      case: '`103 Early Hints` twice first',
      probe: interim(head('103 Early Hints', 'Link: </a>'), head('103 Early Hints')),
      end: '200, "ok"',
    },
    {
      case: '`101 Switching Protocols`, unrequested',
      probe: answered(head('101 Switching Protocols', 'Upgrade: websocket', 'Connection: upgrade')),
      end: cut,
    },
    {
      case: '204 with a body',
      probe: answered(`${head('204 No Content', 'Content-Length: 2')}ok`),
      end: '204, ""',
    },
    {
      case: '205 with a body',
      probe: answered(`${head('205 Reset Content', 'Content-Length: 2')}ok`),
      end: '205, ""',
    },
    {
      case: '304 to `If-None-Match`',
      probe: answered(head('304 Not Modified', 'ETag: "1"'), {
        request: { ...get, headers: { 'if-none-match': '"1"' } },
        view: (r) => `${r.status}, ${r.headers.get('etag')}`,
      }),
      end: '304, "1"',
    },
    {
      case: '304 with the length of the known body',
      probe: answered(head('304 Not Modified', 'Content-Length: 900'), { end: 'keep-open' }),
      end: '304, ""',
    },
    {
      case: 'HEAD, with the length of a body',
      probe: answered(head('200 OK', 'Content-Length: 900'), {
        request: { method: 'HEAD', path: '/things' },
        end: 'keep-open',
      }),
      end: '200, ""',
    },
    {
      case: 'HEAD, with `Content-Encoding: gzip`',
      probe: answered(head('200 OK', 'Content-Encoding: gzip', 'Content-Length: 900'), {
        request: { method: 'HEAD', path: '/things' },
        end: 'keep-open',
      }),
      end: '200, ""',
    },
    {
      case: '407 of the service',
      probe: answered(head('407 Proxy Authentication Required'), { request: post }),
      end: 'BadRequestError, not-sent',
      but: { fetch: 'NetworkError, unknown' },
    },
    {
      case: '421',
      probe: arrivals('421 Misdirected Request'),
      end: 'ServerError, not-sent, retryable; 1 arrived',
      but: { fetch: 'ServerError, not-sent, retryable; 2 arrived' },
    },
    { case: '408', probe: arrivals('408 Request Timeout'), end: 'ServerError, unknown; 1 arrived' },
    { case: '425', probe: arrivals('425 Too Early'), end: 'ServerError, not-sent, retryable; 1 arrived' },
    { case: 'status 000', probe: line('HTTP/1.1 000 Zero'), end: notHttp, but: { fetch: cut } },
    { case: 'status 099', probe: line('HTTP/1.1 099 Low'), end: notHttp, but: { fetch: cut } },
    { case: 'status 199', probe: line('HTTP/1.1 199 What'), end: notHttp },
    { case: 'status 299', probe: line('HTTP/1.1 299 What'), end: '299, "ok"' },
    { case: 'status 600', probe: line('HTTP/1.1 600 What'), end: 'ServerError, unknown' },
    { case: 'status 999', probe: line('HTTP/1.1 999 What'), end: 'ServerError, unknown' },
    { case: 'a status of two digits', probe: line('HTTP/1.1 20 OK'), end: notHttp },
    { case: 'a status of four digits', probe: line('HTTP/1.1 2000 OK'), end: notHttp },
    { case: 'a status of letters', probe: line('HTTP/1.1 abc OK'), end: notHttp },
    { case: 'no reason', probe: line('HTTP/1.1 200'), end: '200, "ok"' },
    { case: '`HTTP/1.0`', probe: line('HTTP/1.0 200 OK'), end: '200, "ok"' },
    { case: '`HTTP/2.0` in text', probe: line('HTTP/2.0 200 OK'), end: '200, "ok"' },
    { case: '`http/1.1` in lower case', probe: line('http/1.1 200 OK'), end: notHttp },
    { case: '`ICY 200 OK`', probe: line('ICY 200 OK'), end: notHttp },
    { case: 'text without HTTP', probe: answered('220 mail.acme.test ESMTP ready\r\n'), end: notHttp },
    { case: 'nothing', probe: answered(''), end: cut },
    { case: 'half of a status line', probe: answered('HTTP/1.'), end: cut },
    { case: 'fields that break off', probe: answered('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n'), end: cut },
  ],
};
