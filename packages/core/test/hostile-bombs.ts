import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  answer,
  cut,
  endless,
  type HostileAnswer,
  head,
  notHttp,
  notJson,
  okBody,
  otherShape,
  slow,
  tooLarge,
  value,
} from './hostile-answer.ts';

const ok = `Content-Length: ${okBody.length}`;

/** Bodies that are larger than they look, or have no end. */
export const bombs: readonly HostileAnswer[] = [
  ['an endless body without length', endless(head('200 OK'), 'a'), tooLarge],
  [
    'an endless chunked body',
    endless(head('200 OK', 'Transfer-Encoding: chunked'), `10\r\n${'a'.repeat(16)}\r\n`),
    tooLarge,
  ],
  [
    'endless chunks of one byte',
    endless(head('200 OK', 'Transfer-Encoding: chunked'), '1\r\na\r\n'),
    tooLarge,
  ],
  ['an endless error page', endless(head('500 Broken'), '<p>sorry</p>'), tooLarge],
  ['an endless redirect page', endless(head('302 Found', 'Location: /elsewhere'), '<p>moved</p>'), tooLarge],
  ['an endless refusal', endless(head('401 Unauthorized'), 'no '), tooLarge],
  ['endless blanks', endless(head('200 OK'), ' '), tooLarge],
  ['an endless 204', endless(head('204 No Content'), 'x'), otherShape],
  ['one interim answer after another', endless('', head('103 Early Hints', 'Link: </a>; rel=preload')), slow],
  ['one 100 after another', endless('', head('100 Continue')), notHttp],
  ['a gzip bomb', encoded(gzipSync(new Uint8Array(64 * 2 ** 20)), 'gzip'), tooLarge],
  [
    'a gzip bomb in a gzip',
    encoded(gzipSync(gzipSync(new Uint8Array(128 * 2 ** 20))), 'gzip, gzip'),
    tooLarge,
  ],
  ['a brotli bomb', encoded(brotliCompressSync(new Uint8Array(64 * 2 ** 20)), 'br'), tooLarge],
  ['a deflate bomb', encoded(deflateSync(new Uint8Array(64 * 2 ** 20)), 'deflate'), tooLarge],
  [
    'a gzip bomb as an error page',
    encoded(gzipSync(new Uint8Array(64 * 2 ** 20)), 'gzip', '503 Busy'),
    tooLarge,
  ],
];

/** Codings that are not what the header says. */
export const codings: readonly HostileAnswer[] = [
  ['gzip by name only', answer('200 OK', okBody, ok, 'Content-Encoding: gzip'), cut],
  ['gzip that breaks off', encoded(gzipSync(okBody).subarray(0, 15), 'gzip'), notJson],
  ['gzip with a wrong checksum', encoded(withoutLast(gzipSync(okBody), 8), 'gzip'), cut],
  ['brotli by name only', answer('200 OK', okBody, ok, 'Content-Encoding: br'), cut],
  ['ten layers of gzip', encoded(layers(10), Array(10).fill('gzip').join(', ')), cut],
  [
    'ten thousand codings',
    answer('200 OK', okBody, ok, `Content-Encoding: ${Array(1_500).fill('gzip').join(',')}`),
    cut,
  ],
  ['an unknown coding', answer('200 OK', okBody, ok, 'Content-Encoding: snappy'), value],
  ['zip without saying so', encoded(gzipSync(okBody), 'identity'), notJson],
];

function encoded(bytes: Uint8Array, coding: string, status = '200 OK'): Uint8Array {
  return Buffer.concat([
    Buffer.from(head(status, `Content-Encoding: ${coding}`, `Content-Length: ${bytes.length}`)),
    bytes,
  ]);
}

function withoutLast(bytes: Uint8Array, count: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed.fill(0x5a, changed.length - count);
  return changed;
}

function layers(count: number): Uint8Array {
  let bytes: Uint8Array = Buffer.from(okBody);
  for (let layer = 0; layer < count; layer++) bytes = gzipSync(bytes);
  return bytes;
}
