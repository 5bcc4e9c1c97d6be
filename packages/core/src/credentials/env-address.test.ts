import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { settingFromEnv } from './env-address.ts';

afterEach(() => void vi.unstubAllEnvs());

describe('settingFromEnv', () => {
  it('returns the value, without the space around it', () => {
    expect(settingFromEnv('ACME_PORT')).toBeUndefined();
    vi.stubEnv('ACME_PORT', ' 25\n');
    expect(settingFromEnv('ACME_PORT')).toBe('25');
  });

  it('rejects a blank value', () => {
    vi.stubEnv('ACME_PORT', ' ');
    expect(() => settingFromEnv('ACME_PORT')).toThrow(ConfigurationError);
  });
});

describe('an address for a key (security)', () => {
  it.each([
    ...[
      'http://127.0.0.1:8080/ors',
      'http://localhost',
      'https://LOCALHOST:1',
      'http://[::1]:1',
      'http://localhost/ors',
    ],
    ...['127.0.0.1', 'localhost', '::1', '127.8.9.10'],
  ])('takes %s', (address) => {
    vi.stubEnv('ACME_BASE_URL', address);
    expect(settingFromEnv('ACME_BASE_URL', 'baseUrl')).toBe(address);
  });

  it.each([
    ...['https://evil.example', 'http://127.0.0.1.evil.example', 'https://localhost.evil.example'],
    ...['https://127.0.0.1@evil.example', 'https://evil.example/127.0.0.1', 'https://evil-localhost'],
    ...[
      'evil.example',
      '127.0.0.1.evil.example',
      'evil.example#.localhost',
      'localhost:80@evil.example',
      '0.0.0.0',
    ],
    ...[
      'https://evil.example\\@localhost',
      '192.168.0.1',
      'http://2130706433',
      'http://localhost.',
      'ftp://localhost',
      'evil/.localhost',
      'https://localhost\u3002evil.example',
    ],
  ])('refuses %s', (address) => {
    vi.stubEnv('ACME_BASE_URL', address);
    expect(() => settingFromEnv('ACME_BASE_URL', 'baseUrl')).toThrow(
      'set, in code, baseUrl: process.env.ACME_BASE_URL.',
    );
  });
});
