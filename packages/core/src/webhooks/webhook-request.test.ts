import { describe, expect, it } from 'vitest';
import { utf8 } from '../encoding/encoding.ts';
import { readWebhookRequest } from './webhook-request.ts';

const headers = { 'X-Signature': 'abc', 'x-list': ['first', 'second'] };
const read = (body: string | Uint8Array, maxBytes?: number) =>
  readWebhookRequest({ headers, body, url: '/hooks?token=t#part' }, maxBytes);

describe('readWebhookRequest', () => {
  it('gives headers in any case, the parameters, and the body in both forms', async () => {
    const { header, query, body, bytes } = await read('{"é":1}');
    expect([header('x-signature'), header('x-list'), header('x-other')]).toEqual(['abc', 'first', undefined]);
    expect(query.get('token')).toBe('t');
    expect(body).toBe('{"é":1}');
    expect(bytes).toEqual(utf8('{"é":1}'));
  });

  it('passes bytes on', async () => {
    const given = utf8('{}');
    const { body, bytes } = await read(given);
    expect([body, bytes]).toEqual([given, given]);
  });

  it.each([
    ['ASCII at the limit', 'a'.repeat(9), true],
    ['ASCII above the limit', 'a'.repeat(10), false],
    ['three bytes a character at the limit', '€€€', true],
    ['three bytes a character above the limit', '€€€€', false],
    ['bytes at the limit', utf8('€€€'), true],
    ['bytes above the limit', utf8('€€€€'), false],
  ])('security: %s', async (_name, given, isRead) => {
    const { body, bytes } = await read(given, 9);
    expect(body).toBe(isRead ? given : undefined);
    expect(bytes === undefined).toBe(!isRead);
  });

  it.each([undefined, null, {}, 7])('refuses %s as a body', async (body) => {
    await expect(read(body as never)).rejects.toThrow('body must be the raw text or bytes');
  });
});
