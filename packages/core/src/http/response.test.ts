import { describe, expect, it } from 'vitest';
import { HeaderLines } from './response.ts';

describe('the headers of a response', () => {
  const lines = [
    'Content-Type',
    'text/plain',
    'X-Limit',
    '1',
    'x-limiT',
    '2',
    'Set-Cookie',
    'a',
    'set-cookie',
    'b',
  ];
  const headers = new HeaderLines(lines);
  const platform = new Headers();
  for (let at = 0; at < lines.length; at += 2) platform.append(lines[at] ?? '', lines[at + 1] ?? '');

  it.each([
    'content-type',
    'CONTENT-TYPE',
    'x-limit',
    'set-cookie',
    'content-typ',
    'x-limi',
    'constructor',
    '',
  ])('are found as the platform finds them: %j', (name) => {
    expect(headers.get(name)).toBe(name === '' ? null : platform.get(name));
  });
});
