import type { Answer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { mailgun } from '@org/email/mailgun';
import { describe, expect, it } from 'vitest';
import { clientWith, message, sent } from './client.ts';
import { domain, key } from './harness.ts';
import { startMailgun } from './stand-in.ts';

const said = (status: number, words: string): Answer => ({ status, json: { message: words } });
const notAllowed = (reason: string) => `Domain mg.acme.dev is not allowed to send: ${reason}`;

describe('mailgun: errors', () => {
  it.each<[string, Answer, string]>([
    [
      '400',
      said(400, "'to' parameter bob@example.com is not a valid address. please check documentation"),
      'bad-request',
    ],
    ['400 without JSON', { status: 400, body: 'Bad Request' }, 'bad-request'],
    ['401 in plain text', { status: 401, body: 'Forbidden' }, 'authentication'],
    ['401 in JSON', said(401, 'Invalid private key'), 'authentication'],
    ['402', said(402, 'Payment required'), 'quota-exceeded'],
    ['403', said(403, 'Large batches are not allowed yet'), 'permission'],
    [
      '403 of a sandbox domain',
      said(403, notAllowed('Sandbox subdomains are for test purposes only.')),
      'sender-not-verified',
    ],
    [
      '403 of an unverified domain',
      said(403, 'The domain is unverified and requires DNS configuration.'),
      'sender-not-verified',
    ],
    ['403 of a disabled account', said(403, notAllowed('Account disabled')), 'account-suspended'],
    [
      '400 of an account on probation',
      said(400, notAllowed('Your account is on probation')),
      'account-suspended',
    ],
    ['400 of a limit', said(400, notAllowed('recipient limit exceeded')), 'quota-exceeded'],
    ['404 of another region', said(404, 'Domain not found: mg.acme.dev'), 'not-found'],
    ['413', { status: 413, body: '' }, 'payload-too-large'],
  ])('%s is final', async (_what, answer, code) => {
    const { email, transport } = clientWith([answer]);
    const error = await email.send(message).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code, outcome: 'not-sent', retryable: false, provider: 'mailgun' });
    expect(transport.requests.length).toBe(1);
    expect(`${error} ${JSON.stringify(error)}`).not.toContain('bob@example.com');
  });

  it.each(['request', 'bytes', 'recipient'])(
    'a 429 for the %s limit with a date is a quota',
    async (what) => {
      const at = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000);
      const words = notAllowed(
        `${what} limit exceeded, try again after ${at.toUTCString().replace('GMT', 'UTC')}`,
      );
      const { email, transport } = clientWith([said(429, words)]);
      const error = await email.send(message).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'quota-exceeded', outcome: 'not-sent', resetAt: at });
      const { retryAfterMs } = error as { readonly retryAfterMs: number };
      expect(retryAfterMs).toBeGreaterThan(3_590_000);
      expect(retryAfterMs).toBeLessThanOrEqual(3_601_000);
      expect(transport.requests.length).toBe(1);
    },
  );

  it.each<[string, Answer, number | undefined]>([
    [
      'with seconds',
      said(429, notAllowed('account-requests-per-sec limit exceeded, try again after 120 seconds')),
      120_000,
    ],
    ['of the Webhooks API', { status: 429, json: { 'retry-seconds': 90 } }, 90_000],
    [
      'with a damaged date',
      said(429, notAllowed('request limit exceeded, try again after Mon, 99 Foo 2021 99:99:99 UTC')),
      undefined,
    ],
    ['without a hint', said(429, 'Too many requests'), undefined],
  ])('a 429 %s is a rate', async (_what, answer, retryAfterMs) => {
    const { driver, transport } = clientWith([answer]);
    const email = createEmailClient({ driver, transport, limiter: false, retry: false });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'rate-limit', outcome: 'not-sent' });
    if (retryAfterMs !== undefined) await expect(email.send(message)).rejects.toMatchObject({ retryAfterMs });
  });

  it('repeats a 429 without a hint: Mailgun did not act', async () => {
    const { email, transport } = clientWith([said(429, 'Too many requests'), { json: sent }]);
    await expect(email.send(message)).resolves.toBeDefined();
    expect(transport.requests.length).toBe(2);
  });

  it.each([500, 502, 503, 504])('E5: %i is not repeated: Mailgun may have acted', async (status) => {
    const { email, transport } = clientWith([said(status, 'Internal Server Error: limit exceeded')]);
    await expect(email.send(message)).rejects.toMatchObject({ code: 'server', outcome: 'unknown' });
    expect(transport.requests.length).toBe(1);
  });

  it('E5: a lost answer is unknown, and no second mail goes out', async () => {
    const service = await startMailgun();
    const driver = mailgun({ apiKey: key, domain, baseUrl: service.url });
    await using email = createEmailClient({ driver, limiter: false });
    for (let count = 0; count < 20; count += 1) {
      service.loseAnswers(1);
      await expect(email.send(message)).rejects.toMatchObject({ outcome: 'unknown' });
    }
    expect(service.mails.length).toBe(20);
    await service.close();
  });
});
