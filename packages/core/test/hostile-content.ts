import {
  answer,
  cut,
  type Ending,
  type HostileAnswer,
  head,
  notJson,
  okBody,
  otherShape,
  value,
} from './hostile-answer.ts';

const ok = `Content-Length: ${okBody.length}`;
const redirected: Ending = { error: 'RedirectError', outcome: 'unknown' };
const untouched: Ending = { error: 'RedirectError', outcome: 'not-sent' };
const throttled: Ending = { error: 'RateLimitError', outcome: 'not-sent' };

/** Text that is not the JSON that was promised. */
export const texts: readonly HostileAnswer[] = [
  ['HTML with status 200', body('<html><title>Sign in</title></html>', 'text/html'), notJson],
  ['HTML that says it is JSON', body('<!doctype html><p>Hotel Wi-Fi'), notJson],
  ['JSON that says it is HTML', body(okBody, 'text/html'), value],
  ['JSON that says it is an image', body(okBody, 'image/png'), value],
  ['JSON of no type', body(okBody, ''), value],
  ['a type that is not a type', body(okBody, ';;;charset=\u00ff=,,'), value],
  ['UTF-16 as charset, UTF-8 as bytes', body(okBody, 'application/json; charset=utf-16'), value],
  ['an empty body', body(''), otherShape],
  ['blanks', body('   \r\n\t '), notJson],
  ['204 without a body', head('204 No Content'), otherShape],
  ['204 with a body', `${head('204 No Content', ok)}${okBody}`, otherShape],
  ['205 with a body', answer('205 Reset Content', okBody, ok), otherShape],
  ['304 for what was never cached', head('304 Not Modified'), otherShape],
  ['a BOM before the JSON', body(Buffer.from(`\ufeff${okBody}`)), value],
  ['two BOMs', body(Buffer.from(`\ufeff\ufeff${okBody}`)), notJson],
  ['UTF-16', body(Buffer.from(`\ufeff${okBody}`, 'utf16le')), notJson],
  ['invalid UTF-8 in a string', body(Buffer.from('{"ok":true,"name":"\xff\xfe\xc0\x80"}', 'latin1')), value],
  ['invalid UTF-8 outside of strings', body(Buffer.from('\xff{"ok":true}', 'latin1')), notJson],
  ['half a surrogate pair', body('{"ok":true,"name":"\\ud800"}'), value],
  ['a NUL in a string', body('{"ok":true,"name":"\0"}'), notJson],
  ['a NUL after the JSON', body(`${okBody}\0`), notJson],
  ['JSON that breaks off', body('{"ok":tr'), notJson],
  ['JSON twice', body(`${okBody}${okBody}`), notJson],
  ['JSON with a comment', body(`${okBody} // fine`), notJson],
  ['JSON against hijacking', body(`)]}',\n${okBody}`), notJson],
  ['NaN', body('{"ok":NaN}'), notJson],
  ['a script', body('callback({"ok":true})', 'text/javascript'), notJson],
  ['100 000 arrays in each other', body('['.repeat(100_000) + ']'.repeat(100_000)), notJson],
  ['100 000 open arrays', body('['.repeat(100_000)), notJson],
  ['100 000 objects in each other', body(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`), notJson],
  [
    'depth inside of a good answer',
    body(`{"ok":true,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    notJson,
  ],
  ['a number of 100 000 digits', body(`{"ok":${'9'.repeat(100_000)}}`), otherShape],
  ['1e999999', body('{"ok":1e999999}'), otherShape],
  ['a number above 2^53', body('{"ok":9007199254740993}'), otherShape],
  ['a property twice', body('{"ok":false,"ok":true}'), value],
  ['__proto__ as a property', body('{"ok":true,"__proto__":{"polluted":true}}'), value],
  ['only __proto__', body('{"__proto__":{"ok":true}}'), otherShape],
  ['constructor.prototype', body('{"ok":true,"constructor":{"prototype":{"polluted":true}}}'), value],
  ['null', body('null'), otherShape],
  ['a string', body('"ok"'), otherShape],
  ['an array', body('[{"ok":true}]'), otherShape],
  [
    '100 000 properties',
    body(`{"ok":true,${Array.from({ length: 60_000 }, (_, at) => `"p${at}":1`).join()}}`),
    value,
  ],
];

/** Statuses and hints that say too much. */
export const hints: readonly HostileAnswer[] = [
  ...[
    ['a word', 'soon'],
    ['a negative time', '-1'],
    ['more digits than a number has', '9'.repeat(400)],
    ['infinity', 'Infinity'],
    ['not a number', 'NaN'],
    ['a hexadecimal', '0x10'],
    ['an exponent', '1e9'],
    ['a date before the epoch', 'Thu, 01 Jan 1969 00:00:00 GMT'],
    ['the 32nd of May', 'Fri, 32 May 2099 00:00:00 GMT'],
    ['a date after time', 'Fri, 31 Dec 9999 23:59:59 GMT'],
    ['an empty text', ''],
    ['a list', '1, 2, 3'],
    ['10 kB', 'x'.repeat(10_000)],
  ].map(
    ([name, hint]): HostileAnswer => [
      `429, to come back after ${name}`,
      answer('429 Too Many Requests', '{}', 'Content-Length: 2', `Retry-After: ${hint}`),
      throttled,
    ],
  ),
  [
    'two different hints',
    answer('429 Slow', '{}', 'Content-Length: 2', 'Retry-After: 1', 'Retry-After: 2'),
    throttled,
  ],
  [
    'rate headers full of rubbish',
    answer(
      '200 OK',
      okBody,
      ok,
      'RateLimit-Limit: \u00ff',
      'RateLimit-Remaining: -1e309',
      'RateLimit-Reset: []',
      'RateLimit: "a";r=x;t=',
      'X-RateLimit-Reset: 99999999999999999999',
    ),
    value,
  ],
  ['a redirect to nowhere', head('302 Found', 'Content-Length: 0'), redirected],
  [
    'a redirect to a script',
    head('302 Found', 'Content-Length: 0', 'Location: javascript:alert(1)'),
    redirected,
  ],
  ['a redirect to a file', head('307 Moved', 'Content-Length: 0', 'Location: file:///etc/passwd'), untouched],
  ['a redirect to rubbish', head('302 Found', 'Content-Length: 0', 'Location: http://[::'), redirected],
  [
    'a challenge for a browser',
    answer('401 Who', '{}', 'Content-Length: 2', 'WWW-Authenticate: Basic realm="\u00ff"'),
    { error: 'AuthenticationError', outcome: 'not-sent' },
  ],
  ['407 from no proxy', answer('407 Proxy', '{}', 'Content-Length: 2', 'Proxy-Authenticate: Basic'), cut],
];

function body(content: string | Uint8Array, type = 'application/json'): Uint8Array {
  const bytes = Buffer.from(content);
  const headers = head(
    '200 OK',
    `Content-Length: ${bytes.length}`,
    ...(type === '' ? [] : [`Content-Type: ${type}`]),
  );
  return Buffer.concat([Buffer.from(headers, 'latin1'), bytes]);
}
