import { afterEach, describe, expect, it, vi } from 'vitest';
import { formOf, mailgunPost, type Provider, receive } from './receive.ts';

const post = (body: BodyInit, type?: string) =>
  new Request('https://acme.dev/', {
    method: 'POST',
    body,
    headers: type === undefined ? {} : { 'content-type': type },
  });

const part = '--abc\r\nContent-Disposition: form-data; name="q"\r\n\r\n\r\n';
const many = `${part.repeat(5_000)}--abc--\r\n`;
const forms: readonly [string, string, string, string][] = [
  ['that is damaged', 'multipart/form-data; boundary=abc', 'text', 'damaged form'],
  ['without a boundary', 'multipart/form-data', part, 'damaged form'],
  ['of thousands of fields', 'application/x-www-form-urlencoded', 'a&'.repeat(5_000), '1000 fields'],
  ['of thousands of parts', 'multipart/form-data; boundary=abc', many, '1000 fields'],
  ['with another name before', 'multipart/form-data; xboundary=zzz; boundary=abc', many, '1000 fields'],
  ['with a quoted boundary', 'multipart/form-data; x="boundary=zzz"; Boundary = "abc"', many, '1000 fields'],
  ['with two boundaries', 'multipart/form-data; boundary=abc; boundary=zzz', many, '1000 fields'],
];
const refusals: readonly [Provider, number][] = [
  ['mailgun', 406],
  ['sendgrid', 401],
];

describe.each(refusals)('security: a form at the address of %s', (provider, refusal) => {
  afterEach(() => vi.restoreAllMocks());

  it.each(forms)('%s is refused before it is read', async (_what, type, body) => {
    const { status, errors, mails } = await receive(provider, post(body, type));
    expect([status, mails, errors]).toEqual([refusal, [], []]);
  });

  it.each(forms)('%s is an error after the check', async (_what, type, body, words) => {
    const webhooks = { verify: () => true };
    const { status, errors, mails } = await receive(provider, post(body, type), { webhooks });
    expect([status, mails, String(errors[0])]).toEqual([500, [], expect.stringContaining(words)]);
  });

  it('costs the same whatever its size, until it is known to be genuine', async () => {
    const { formData } = Response.prototype;
    const parsed: number[] = [];
    vi.spyOn(Response.prototype, 'formData').mockImplementation(async function (this: Response) {
      parsed.push((await this.clone().arrayBuffer()).byteLength);
      return formData.call(this);
    });
    const big = { 'body-plain': 'x'.repeat(1_000_000), signature: 'forged', timestamp: '1', token: 'x' };
    expect((await receive(provider, post(formOf(big)))).status).toBe(refusal);
    expect(Math.max(0, ...parsed)).toBeLessThan(10_000);
  });
});

describe('a form', () => {
  it('of 1,000 fields is read, in both kinds', async () => {
    const names = Object.fromEntries(Array.from({ length: 997 }, (_, at) => [`f${at}`, 'x']));
    const multipart = await receive('mailgun', mailgunPost({ ...names, token: 'a token' }));
    const signed = [...(await mailgunPost({ ...names, token: 'a token' }).formData())];
    const plain = await receive('mailgun', post(new URLSearchParams(signed as [string, string][])));
    expect([signed.length, multipart.status, plain.status]).toEqual([1_000, 200, 200]);
  });

  it('has a quoted boundary, and other parameters before it', async () => {
    const request = mailgunPost({ subject: 'Hi', sender: 'ann@example.com' });
    const boundary = request.headers.get('content-type')?.split('boundary=')[1];
    const type = `Multipart/Form-Data; charset=utf-8; xboundary=zzz; BOUNDARY="${boundary}"`;
    const { mails } = await receive('mailgun', post(await request.arrayBuffer(), type));
    expect(mails).toMatchObject([{ subject: 'Hi' }]);
  });
});
