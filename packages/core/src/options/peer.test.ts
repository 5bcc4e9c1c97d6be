import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { installedVersion, peerAdvice, peerError, requirePeer } from './peer.ts';

const peer = { feature: 'draw()', name: 'pens', from: '10.6.0' };

describe('requirePeer', () => {
  it.each(['10.6.0', '10.6', '10.10.0', '11.0.0-rc.1', '10.6.0-beta.2'])('accepts %s', (version) => {
    expect(() => requirePeer(peer, version)).not.toThrow();
  });

  it.each(['10.5.9', '9.10.0', '6.9.16', '10', '', 'latest'])('refuses "%s", and names both', (version) => {
    expect(() => requirePeer(peer, version)).toThrow(
      expect.objectContaining({
        code: 'configuration',
        outcome: 'not-sent',
        message: `draw() needs pens 10.6 or later, and ${version} is installed: npm install pens@^10.6.0`,
      }),
    );
  });
});

describe('peerError', () => {
  it.each<[string, string | undefined, unknown, string]>([
    ['a missing package', undefined, new Error('no'), 'which is not installed: npm install pens@^10.6.0'],
    [
      'one of an unknown version',
      undefined,
      undefined,
      'and an older version is installed: npm install pens@^10.6.0',
    ],
    ['an older one', '9.0.0', new Error('no'), 'and 9.0.0 is installed: npm install pens@^10.6.0'],
    ['one that fails', '10.7.0', new Error('no ink'), 'and 10.7.0 is installed, but did not load: no ink'],
    ['one that throws no error', '10.7.0', 1, 'and 10.7.0 is installed, but did not load'],
  ])('of %s', (_what, found, cause, end) => {
    const error = peerError(peer, found, cause);
    expect([ConfigurationError.isInstance(error), error.message, error.cause]).toEqual([
      true,
      `draw() needs pens 10.6 or later, ${end}`,
      cause,
    ]);
  });

  it.each([
    ['10.0.0', '10'],
    ['3.5.0', '3.5'],
    ['0.15.0', '0.15'],
    ['2.0.1', '2.0.1'],
    ['10.10.10', '10.10.10'],
  ])('shows %s as %s', (from, shown) => {
    const advice = `draw() needs pens ${shown} or later: npm install pens@^${from}`;
    expect(peerAdvice({ ...peer, from })).toBe(advice);
  });
});

describe('installedVersion', () => {
  it('reads the version that a module sees, or nothing', () => {
    expect(installedVersion('undici', import.meta.url)).toMatch(/^\d+\.\d+\.\d+/);
    expect(installedVersion('@org/no-such-package', import.meta.url)).toBeUndefined();
    expect(installedVersion('undici', 'https://cdn.example/core.js')).toBeUndefined();
  });
});
