import { describe, expect, it } from 'vitest';
import { resolveFullSettings } from './full-settings.ts';
import type { SmtpOptions } from './options.ts';

describe('resolveFullSettings', () => {
  it.each<[SmtpOptions, object]>([
    [{ host: 'smtp.acme.dev' }, { port: 587, secure: false, requireTls: true }],
    [
      { host: 'smtp.acme.dev', port: 465 },
      { port: 465, secure: true },
    ],
    [
      { host: 'smtp.acme.dev', secure: true },
      { port: 465, secure: true },
    ],
    [{ host: '127.0.0.1', port: 2525 }, { requireTls: false }],
    [{ host: 'localhost' }, { requireTls: false }],
    [{ host: '::1' }, { requireTls: false }],
    [{ host: 'localhost', requireTls: true }, { requireTls: true }],
    [{ host: 'localhost.evil.example' }, { requireTls: true }],
    [{ host: '127.0.0.1.evil.example' }, { requireTls: true }],
    [
      { url: 'smtps://ann:p%40ss@smtp.acme.dev' },
      { host: 'smtp.acme.dev', port: 465, secure: true, user: 'ann' },
    ],
    [{ url: 'smtp://smtp.acme.dev:2525' }, { port: 2525, secure: false, requireTls: true, user: undefined }],
    [{ url: 'smtp://[::1]:25' }, { host: '::1', port: 25, requireTls: false }],
  ])('reads %j', (options, expected) => {
    expect(resolveFullSettings(options).settings).toMatchObject(expected);
  });

  it('decodes the password of a URL; the option overrides it', () => {
    expect(resolveFullSettings({ url: 'smtps://ann:p%40ss@a.dev' }).password).toBe('p@ss');
    expect(resolveFullSettings({ url: 'smtps://ann:p%40ss@a.dev', password: 'other' }).password).toBe(
      'other',
    );
  });

  it.each<[string, object]>([
    ['TLS switched off for another machine', { host: 'smtp.acme.dev', requireTls: false }],
    ['no host', {}],
    ['nothing', null as never],
    ['a host with a port', { host: 'smtp.acme.dev:587' }],
    ['a host with a space', { host: 'smtp.acme.dev ' }],
    ['a password without a user', { host: 'a.dev', password: 'x' }],
    ['a blank user', { host: 'a.dev', user: '', password: 'x' }],
    ['a user with a line break', { host: 'a.dev', user: 'a\r\nMAIL', password: 'x' }],
    ['a user that is not text', { host: 'a.dev', user: 7 }],
    ['a host with a line break', { host: 'smtp.acme.dev\r\nX' }],
    ['a port out of range', { host: 'a.dev', port: 70_000 }],
    ['a URL of another protocol', { url: 'https://a.dev' }],
    ['a URL with options', { url: 'smtp://a.dev?tls.rejectUnauthorized=false' }],
    ['a URL that is none', { url: 'a.dev' }],
    ['a client name with a command', { host: 'a.dev', clientName: 'x\r\nMAIL' }],
    ['an authority that is a path', { host: 'a.dev', tls: { ca: '/etc/ca.pem' } }],
    ['a list of authorities with a blank', { host: 'a.dev', tls: { ca: [''] } }],
    ['no connections', { host: 'a.dev', pool: { maxConnections: 0 } }],
    ['no time', { host: 'a.dev', connectTimeoutMs: 0 }],
  ])('security: refuses %s', (_what, options) => {
    expect(() => resolveFullSettings(options as SmtpOptions)).toThrow(
      expect.objectContaining({ code: 'configuration' }),
    );
  });

  it.each<[object, RegExp]>([
    [
      { auth: { user: 'ann', pass: 'hunter2' } },
      /^smtp\(\) has no option "auth"\. Pass user and password\.$/,
    ],
    [{ requireTLS: true }, /no option "requireTLS"\. Did you mean "requireTls"\?/],
    [{ user: 'ann', pass: 'hunter2' }, /no option "pass"\. Did you mean "password"\?/],
    [{ maxConnections: 2 }, /Pass pool\.maxConnections\./],
    [{ pool: { maxconnections: 2 } }, /^smtp\(\{ pool \}\) .* Did you mean "maxConnections"\?/],
    [{ pool: true }, /^smtp\(\{ pool \}\) takes an object: \{ maxConnections \}, not a boolean\./],
    [{ tls: { rejectUnauthorized: false } }, /no option "rejectUnauthorized"\. Pass tls\.ca/],
    [{ sendmail: true }, /no option "sendmail"\. Known are host, port, secure/],
    [{ service: 'Gmail' }, /no option "service"\. Did you mean "preset"\?/],
    [{ dkim: { keySelector: 'a' } }, /no option "keySelector"\. Did you mean "selector"\?/],
    [{ 'x\r\ny': 1 }, /^smtp\(\) has no option "x\\r\\ny"\./],
  ])('refuses %j, names the right spelling and shows no value', (options, words) => {
    const resolve = () => resolveFullSettings({ host: 'smtp.acme.dev', ...options } as SmtpOptions);
    expect(resolve).toThrow(words);
    expect(resolve).toThrow(/^(?!.*hunter2)/s);
  });

  it('reads an undefined option as omitted', () => {
    expect(() => resolveFullSettings({ host: 'a.dev', auth: undefined } as SmtpOptions)).not.toThrow();
  });

  it('security: shows nothing of a URL in its errors', () => {
    expect(() => resolveFullSettings({ url: 'ftp://ann:hunter2@a.dev' })).toThrow(/^(?!.*hunter2)/s);
  });
});
