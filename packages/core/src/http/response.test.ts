import { describe, expect, it } from 'vitest';
import { buildServiceResponse, HeaderLines } from './response.ts';

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

describe('P6: a response with texts of a megabyte', () => {
  const text = 'x'.repeat(2 ** 20);
  const body = { message: text, errors: [{ detail: text }], count: 2, ['__proto__']: text };
  const read = (status: number) =>
    buildServiceResponse(status, new HeaderLines([]), new TextEncoder().encode(JSON.stringify(body)));

  it.each([400, 502])('has short ones after a failure: status %i', (status) => {
    const short = 'x'.repeat(8_192);
    const response = read(status);
    expect(response.text()).toHaveLength(8_192);
    expect(JSON.stringify(response.json())).toBe(
      JSON.stringify({ message: short, errors: [{ detail: short }], count: 2, ['__proto__']: short }),
    );
  });

  it('has them whole otherwise: they may be a template or a list', () => {
    expect(read(200).json()).toEqual(body);
    expect(JSON.parse(read(200).text())).toEqual(body);
  });
});
