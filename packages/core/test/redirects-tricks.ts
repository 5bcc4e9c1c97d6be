/** A way to say "go to the other server", or to somewhere else that is not the service. */
export type Way = readonly [name: string, write: (own: string, other: string) => string];

const port = (url: string) => new URL(url).port;

/** To the other server, from plain to sly. */
export const tricks: readonly Way[] = [
  ['its URL', (_own, other) => `${other}/x`],
  ['without a scheme', (_own, other) => `//127.0.0.1:${port(other)}/x`],
  ['with backslashes', (_own, other) => `\\\\127.0.0.1:${port(other)}\\x`],
  ['with one slash and one backslash', (_own, other) => `/\\127.0.0.1:${port(other)}/x`],
  ['with a tab between the slashes', (_own, other) => `/\t/127.0.0.1:${port(other)}/x`],
  ['with blanks around', (_own, other) => `  ${other}/x  `],
  ['with the own server as user', (own, other) => `http://127.0.0.1:${port(own)}@127.0.0.1:${port(other)}/x`],
  [
    'with a user that looks like a host',
    (own, other) => `http://127.0.0.1%3A${port(own)}%2F@127.0.0.1:${port(other)}/x`,
  ],
  ['with a scheme in capitals', (_own, other) => `HTTP://127.0.0.1:${port(other)}/x`],
  ['with too many slashes', (_own, other) => `http:////127.0.0.1:${port(other)}/x`],
  ['as a decimal address', (_own, other) => `http://2130706433:${port(other)}/x`],
  ['as a hexadecimal address', (_own, other) => `http://0x7f.1:${port(other)}/x`],
  ['as a short address', (_own, other) => `http://127.1:${port(other)}/x`],
  ['in full-width digits', (_own, other) => `http://１２７.0.0.1:${port(other)}/x`],
  ['by another name of this machine', (_own, other) => `http://localhost:${port(other)}/x`],
  ['by another address of this machine', (_own, other) => `http://127.0.0.2:${port(other)}/x`],
  ['as IPv6', (_own, other) => `http://[::ffff:127.0.0.1]:${port(other)}/x`],
  ['over TLS', (_own, other) => `https://127.0.0.1:${port(other)}/x`],
  ['by WebSocket', (_own, other) => `ws://127.0.0.1:${port(other)}/x`],
  ['by FTP', (_own, other) => `ftp://127.0.0.1:${port(other)}/x`],
  ['in a blob', (_own, other) => `blob:${other}/x`],
];

/** Not to the other server, and not to be followed either. */
export const elsewhere: readonly Way[] = [
  ['to the own port by another name', (own) => `http://localhost:${port(own)}/x`],
  ['to the own server over TLS', (own) => `https://127.0.0.1:${port(own)}/x`],
  ['to the own server with a user', (own) => `http://ann:pw@127.0.0.1:${port(own)}/x`],
  ['to a script', () => 'javascript:fetch("/x")'],
  ['to data', () => 'data:application/json,{"ok":true}'],
  ['to a file', () => 'file:///etc/passwd'],
  ['to no URL', () => 'http://[::'],
  ['to a port that is none', () => 'http://127.0.0.1:99999/'],
];

/** Paths that would leave the base URL. */
export const waysOut: readonly Way[] = [
  ['an @ before the other host', (_own, other) => `@127.0.0.1:${port(other)}/x`],
  ['a port of its own', (_own, other) => `:${port(other)}/x`],
  ['a host of its own', (_own, other) => `.127.0.0.1:${port(other)}/x`],
  ['a fragment', (_own, other) => `/x#@127.0.0.1:${port(other)}`],
  ['a query', (_own, other) => `/x?@127.0.0.1:${port(other)}`],
  ['two dots', () => '/../x'],
  ['two encoded dots', () => '/a/%2e%2E/%2e./x'],
  ['a line break', (_own, other) => `/x HTTP/1.1\r\nHost: 127.0.0.1:${port(other)}\r\n\r\nGET /y`],
  ['a dot and a slash', () => './x'],
  ['nothing', () => ''],
];

/** Base URLs that look like one host and mean another, or that would send a key in clear. */
export const hiddenBases: readonly Way[] = [
  ['the own server as user', (own, other) => `http://127.0.0.1:${port(own)}@127.0.0.1:${port(other)}`],
  ['a user and a password', (_own, other) => `http://ann:pw@127.0.0.1:${port(other)}`],
  ['the other host after a fragment', (own, other) => `${own}#@127.0.0.1:${port(other)}`],
  ['the other host after a query', (own, other) => `${own}?@127.0.0.1:${port(other)}`],
  ['plain http to a name that is only like this machine', () => 'http://localhost.acme.test'],
  ['plain http to an address that is only like this machine', () => 'http://127.0.0.1.acme.test'],
  ['another scheme', (_own, other) => `ws://127.0.0.1:${port(other)}`],
  ['no scheme', (_own, other) => `127.0.0.1:${port(other)}`],
  ['a path', () => '/api'],
  ['nothing', () => ''],
];
