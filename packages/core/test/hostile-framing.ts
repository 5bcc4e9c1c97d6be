import {
  answer,
  cut,
  endless,
  type HostileAnswer,
  head,
  notHttp,
  notJson,
  okBody,
  slow,
  value,
} from './hostile-answer.ts';

const ok = `Content-Length: ${okBody.length}`;
const long = 'x'.repeat(70_000);

/** Status lines that RFC 9112 §4 does not know. */
export const statusLines: readonly HostileAnswer[] = [
  ['nothing at all', '', cut],
  ['the first half of a status line', 'HTTP/1.', cut],
  ['a line break only', '\r\n\r\n', cut],
  ['text without HTTP', 'hello\r\n\r\n', notHttp],
  ['an HTML page without HTTP', '<html><body>It works!</body></html>', notHttp],
  ['a mail server', '220 mail.acme.test ESMTP ready\r\n', notHttp],
  ['an SSH server', 'SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n', notHttp],
  ['a TLS alert', Uint8Array.of(0x15, 3, 1, 0, 2, 2, 70), notHttp],
  ['NUL bytes', new Uint8Array(4096), notHttp],
  ['an unknown protocol', `ICY 200 OK\r\n${ok}\r\n\r\n${okBody}`, notHttp],
  ['HTTP/0.9', `HTTP/0.9 200 OK\r\n${ok}\r\n\r\n${okBody}`, value],
  ['HTTP/2 in text', `HTTP/2.0 200 OK\r\n${ok}\r\n\r\n${okBody}`, value],
  ['HTTP/9.9', `HTTP/9.9 200 OK\r\n${ok}\r\n\r\n${okBody}`, notHttp],
  ['no status', `HTTP/1.1\r\n${ok}\r\n\r\n${okBody}`, notHttp],
  ['a status of letters', `HTTP/1.1 abc OK\r\n${ok}\r\n\r\n${okBody}`, notHttp],
  ['a status of two digits', `HTTP/1.1 20 OK\r\n${ok}\r\n\r\n${okBody}`, notHttp],
  ['a status of four digits', `HTTP/1.1 2000 OK\r\n${ok}\r\n\r\n${okBody}`, notHttp],
  ['a negative status', `HTTP/1.1 -200 OK\r\n${ok}\r\n\r\n${okBody}`, notHttp],
  ['status 000', answer('000 Zero', okBody, ok), notHttp],
  ['status 600', answer('600 What', okBody, ok), { error: 'ServerError', outcome: 'unknown' }],
  ['status 999', answer('999 Denied', okBody, ok), { error: 'ServerError', outcome: 'unknown' }],
  ['no reason', `HTTP/1.1 200\r\n${ok}\r\n\r\n${okBody}`, value],
  ['a reason of 70 kB', answer(`200 ${long}`, okBody, ok), value],
  ['a reason with control characters', answer('200 O\u0001K', okBody, ok), value],
  ['bare line feeds', `HTTP/1.1 200 OK\n${ok}\n\n${okBody}`, notHttp],
];

/** Header sections. */
export const headerSections: readonly HostileAnswer[] = [
  ['a header without a colon', answer('200 OK', okBody, ok, 'no colon here'), notHttp],
  ['a header without a name', answer('200 OK', okBody, ok, ': value'), notHttp],
  ['a space in a name', answer('200 OK', okBody, ok, 'X Header: 1'), notHttp],
  ['a NUL in a name', answer('200 OK', okBody, ok, 'X-\0: 1'), notHttp],
  ['a NUL in a value', answer('200 OK', okBody, ok, 'X-A: 1\x002'), notHttp],
  ['a bare carriage return in a value', answer('200 OK', okBody, ok, 'X-A: 1\r2'), notHttp],
  ['a folded line', answer('200 OK', okBody, ok, 'X-A: 1', ' 2'), notHttp],
  ['bytes above ASCII in a value', answer('200 OK', okBody, ok, 'X-A: \u00ff\u00fe'), value],
  ['one header of 70 kB', answer('200 OK', okBody, ok, `X-A: ${long}`), notHttp],
  ['a name of 70 kB', answer('200 OK', okBody, ok, `${long}: 1`), notHttp],
  [
    '10 000 headers',
    answer('200 OK', okBody, ok, ...Array.from({ length: 10_000 }, (_, at) => `X-${at}: 1`)),
    notHttp,
  ],
  [
    'a flood of cookies',
    answer('200 OK', okBody, ok, ...Array<string>(5_000).fill('Set-Cookie: a=b')),
    notHttp,
  ],
  [
    'as many cookies as fit',
    answer('200 OK', okBody, ok, ...Array<string>(700).fill('Set-Cookie: a=b')),
    value,
  ],
  [
    'headers called __proto__ and constructor',
    answer('200 OK', okBody, ok, '__proto__: x', 'constructor: y', 'toString: z'),
    value,
  ],
  ['a header section that never ends', endless(head('200 OK').slice(0, -2), 'X-A: 1\r\n'), notHttp],
  ['a header line that never ends', endless('HTTP/1.1 200 OK\r\nX-A: ', 'aaaaaaaaaaaaaaaa'), notHttp],
  ['a status line that never ends', endless('HTTP/1.1 200 ', 'aaaaaaaaaaaaaaaa'), slow],
  ['headers that break off', `HTTP/1.1 200 OK\r\n${ok}\r\n`, cut],
  [
    'an upgrade nobody asked for',
    head('101 Switching Protocols', 'Upgrade: websocket', 'Connection: upgrade'),
    cut,
  ],
];

/** Where the body ends (RFC 9112 §6). */
export const framings: readonly HostileAnswer[] = [
  ['a length that is too long', answer('200 OK', okBody, 'Content-Length: 500'), cut],
  ['a length that is too short', answer('200 OK', okBody, 'Content-Length: 5'), notJson],
  ['a negative length', answer('200 OK', okBody, 'Content-Length: -1'), notHttp],
  ['a length in hexadecimal', answer('200 OK', okBody, 'Content-Length: 0x1f'), notHttp],
  ['a length with a sign', answer('200 OK', okBody, 'Content-Length: +11'), notHttp],
  ['a length with a fraction', answer('200 OK', okBody, 'Content-Length: 11.0'), notHttp],
  ['no number as length', answer('200 OK', okBody, 'Content-Length: eleven'), notHttp],
  ['an empty length', answer('200 OK', okBody, 'Content-Length:'), notHttp],
  ['a length of 2^64 + 11', answer('200 OK', okBody, 'Content-Length: 18446744073709551627'), notHttp],
  ['a length of 9 exabytes', answer('200 OK', okBody, 'Content-Length: 9223372036854775807'), cut],
  ['two different lengths', answer('200 OK', okBody, ok, 'Content-Length: 5'), notHttp],
  ['the same length twice', answer('200 OK', okBody, ok, ok), notHttp],
  ['a list as length', answer('200 OK', okBody, 'Content-Length: 11, 11'), notHttp],
  [
    'a length and chunks',
    answer('200 OK', `b\r\n${okBody}\r\n0\r\n\r\n`, ok, 'Transfer-Encoding: chunked'),
    notHttp,
  ],
  ['an unknown transfer coding', answer('200 OK', okBody, 'Transfer-Encoding: brotli'), value],
  [
    'chunked twice',
    answer('200 OK', `b\r\n${okBody}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked, chunked'),
    value,
  ],
  [
    'chunked, but not last',
    answer('200 OK', `b\r\n${okBody}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked, gzip'),
    notJson,
  ],
  ['a chunk size that is not a number', chunked('xyz\r\n'), notHttp],
  ['a negative chunk size', chunked(`-b\r\n${okBody}\r\n0\r\n\r\n`), notHttp],
  ['a chunk size of 2^64', chunked(`10000000000000000\r\n${okBody}\r\n0\r\n\r\n`), notHttp],
  ['a chunk larger than it says', chunked(`5\r\n${okBody}\r\n0\r\n\r\n`), notHttp],
  ['a chunk smaller than it says', chunked(`ff\r\n${okBody}\r\n0\r\n\r\n`), cut],
  ['no last chunk', chunked(`b\r\n${okBody}\r\n`), cut],
  ['no line break after a chunk', chunked(`b\r\n${okBody}0\r\n\r\n`), notHttp],
  ['bare line feeds between chunks', chunked(`b\n${okBody}\n0\n\n`), notHttp],
  ['a chunk extension that never ends', endless(chunked('b;'), 'aaaaaaaaaaaaaaaa'), slow],
  ['a trailer that never ends', endless(chunked(`b\r\n${okBody}\r\n0\r\n`), 'X-A: 1\r\n'), notHttp],
  [
    'trailers that would change the framing',
    chunked(`b\r\n${okBody}\r\n0\r\nContent-Length: 3\r\nTransfer-Encoding: gzip\r\n\r\n`),
    notHttp,
  ],
  [
    'a second answer nobody asked for',
    answer('200 OK', okBody, ok) + answer('200 OK', '{"ok":false}', 'Content-Length: 12'),
    value,
  ],
  ['one body after another', answer('200 OK', `${okBody}${okBody}`, ok), value],
];

function chunked(body: string): string {
  return answer('200 OK', body, 'Transfer-Encoding: chunked');
}
