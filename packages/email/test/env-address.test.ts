import { ConfigurationError } from '@org/core';
import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEmailClient } from '../src/index.ts';

afterEach(() => void vi.unstubAllEnvs());

describe('addresses in the environment', () => {
  it('plunk() uses PLUNK_BASE_URL; an option overrides it', async () => {
    vi.stubEnv('PLUNK_BASE_URL', 'http://127.0.0.1:1/from-env');
    vi.stubEnv('PLUNK_API_KEY', 'sk_test');
    const urls: string[] = [];
    const fetch = async (input: string | URL | Request) => {
      urls.push(String(input instanceof Request ? input.url : input));
      return Response.json({ data: [], total: 0 });
    };
    for (const baseUrl of [undefined, 'https://mail.acme.dev']) {
      await using email = createEmailClient({ driver: plunk({ baseUrl }), runtime: { fetch } });
      await email.request({ method: 'GET', path: '/contacts' });
    }
    expect(urls).toEqual(['http://127.0.0.1:1/from-env/contacts', 'https://mail.acme.dev/contacts']);
  });

  it('security: no key goes elsewhere because of a variable alone', () => {
    vi.stubEnv('PLUNK_BASE_URL', 'https://evil.example');
    vi.stubEnv('SMTP_HOST', 'evil.example');
    expect(() => plunk()).toThrow('baseUrl: process.env.PLUNK_BASE_URL');
    expect(() => plunk({ apiKey: 'sk_x' })).toThrow(ConfigurationError);
    expect(() => smtp()).toThrow('host: process.env.SMTP_HOST');
    expect(() => plunk({ baseUrl: process.env['PLUNK_BASE_URL'] })).not.toThrow();
  });

  it('smtp() uses SMTP_HOST, SMTP_PORT and SMTP_USER; options override them', () => {
    expect(() => smtp()).toThrow("set SMTP_HOST, or pass it as in smtp({ host: 'smtp.acme.dev' })");
    vi.stubEnv('SMTP_HOST', '127.0.0.1');
    vi.stubEnv('SMTP_PORT', 'a lot');
    expect(() => smtp()).toThrow('port must be a number from 1 to 65535');
    expect(() => smtp({ port: 2525 })).not.toThrow();
    expect(() => smtp({ host: 'smtp.acme.dev' })).not.toThrow();
    vi.stubEnv('SMTP_PORT', '2525');
    vi.stubEnv('SMTP_USER', 'two\nlines');
    expect(() => smtp()).toThrow('user must be a name to sign in with');
    expect(() => smtp({ user: 'mailer' })).not.toThrow();
  });
});
