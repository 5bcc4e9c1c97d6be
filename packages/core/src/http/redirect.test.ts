import { describe, expect, it } from 'vitest';
import { decideRedirect } from './redirect.ts';

const from = new URL('https://api.example.com/v1/things');
const decide = (location: string | null, { status = 302, method = 'GET', followed = 0 } = {}) =>
  decideRedirect({ status, headers: { get: () => location } }, from, method, followed);

describe('security: decideRedirect', () => {
  it('follows a read within the origin', () => {
    const decision = decide('/v2/things?page=2');
    expect(decision).toMatchObject({ follow: true });
    expect(decision?.follow && decision.url.href).toBe('https://api.example.com/v2/things?page=2');
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    'http://api.example.com/v1/things',
    'https://api.example.com:8443/',
    'https://user@api.example.com/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'https://api.example.com@evil.example/',
    'https:\\\\evil.example',
    'http://[bad',
  ])('C14: does not follow to %s', (location) => {
    expect(decide(location)).toMatchObject({ follow: false });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('C14: never repeats a %s elsewhere', (method) => {
    expect(decide('/v2/things', { status: 307, method })).toMatchObject({ follow: false });
  });

  it('C14: follows five times and no more', () => {
    expect(decide('/next', { followed: 4 })).toMatchObject({ follow: true });
    expect(decide('/next', { followed: 5 })).toMatchObject({ follow: false });
  });

  it('refuses a redirect without a target, and one that a browser hides', () => {
    expect(decide(null)).toMatchObject({ follow: false });
    expect(decide(null, { status: 0 })).toMatchObject({ follow: false });
  });

  it('returns undefined for any other status', () => {
    expect(decide('/x', { status: 200 })).toBeUndefined();
    expect(decide('/x', { status: 304 })).toBeUndefined();
  });
});
