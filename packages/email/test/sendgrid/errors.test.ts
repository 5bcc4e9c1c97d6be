import {
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
} from '@org/core';
import type { FakeHttpAnswer } from '@org/core/testing';
import { SenderNotVerifiedError } from '@org/email';
import { describe, expect, it } from 'vitest';
import { createClient, message } from './client.ts';

function refused(status: number, words: string, field: string | null = null): FakeHttpAnswer {
  return { status, json: { errors: [{ message: words, field, help: null }] } };
}

const identity =
  'The from address does not match a verified Sender Identity. Mail cannot be sent until this error is ' +
  'resolved. Visit https://sendgrid.com/docs/for-developers/sending-email/sender-identity/ to see the ' +
  'Sender Identity requirements';

interface Expected {
  readonly type: abstract new (...parameters: never) => object;
  readonly outcome?: string;
  readonly retryable?: boolean;
}

describe('a refusal of SendGrid', () => {
  it.each<[string, FakeHttpAnswer, Expected]>([
    ['400', refused(400, 'Bad Request'), { type: BadRequestError }],
    ['401', refused(401, 'The provided authorization grant is invalid'), { type: AuthenticationError }],
    ['401, credits', refused(401, 'Maximum credits exceeded'), { type: QuotaExceededError }],
    ['401, scope', refused(401, 'Authenticated user is not authorized'), { type: PermissionError }],
    ['403', refused(403, 'access forbidden'), { type: PermissionError }],
    ['403, sender', refused(403, identity, 'from'), { type: SenderNotVerifiedError }],
    ['404', refused(404, 'not found'), { type: NotFoundError }],
    ['405', refused(405, 'method not allowed'), { type: BadRequestError }],
    ['406', refused(406, 'missing Accept header'), { type: BadRequestError }],
    ['413', { status: 413, body: '<html>413</html>' }, { type: PayloadTooLargeError }],
    ['429', refused(429, 'too many requests'), { type: RateLimitError, retryable: true }],
    ['451', refused(451, 'data residency'), { type: BadRequestError }],
    ['500', refused(500, 'internal error'), { type: ServerError, outcome: 'unknown', retryable: false }],
    ['502', { status: 502, body: '<html>' }, { type: ServerError, outcome: 'unknown', retryable: false }],
    ['503', { status: 503, body: '' }, { type: ServerError, outcome: 'unknown', retryable: false }],
  ])('is the error of its meaning: %s', async (_what, answer, expected) => {
    const { email } = createClient([answer], {}, { retry: false });
    const error: unknown = await email.send(message).catch((thrown: unknown) => thrown);
    const { type, outcome = 'not-sent', retryable = false } = expected;
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ provider: 'sendgrid', outcome, retryable, attempts: 1 });
  });

  it('names the fields as our messages do, quotes SendGrid, and has no address', async () => {
    const words = 'Does not contain a valid address: bob@example.com';
    const { email } = createClient([refused(400, words, 'personalizations.0.to.0.email')]);
    const error = await email.send(message).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      issues: [{ path: 'personalizations[0].to[0].email' }],
      message: expect.stringContaining('Does not contain a valid address'),
    });
    expect(JSON.stringify(error)).not.toContain('bob@example.com');
    expect(String(error)).not.toContain('bob@example.com');
  });

  it('waits until the window ends, which SendGrid gives in epoch seconds', async () => {
    const { email, runtime } = createClient([]);
    await email.close();
    const reset = Math.floor(runtime.now() / 1_000) + 90;
    const limited = {
      ...(refused(429, 'too many requests') as object),
      headers: {
        'x-ratelimit-limit': '500',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(reset),
      },
    };
    const other = createClient([limited]);
    const error = await other.email.send(message).catch((thrown: unknown) => thrown);
    const { retryAfterMs } = error as { readonly retryAfterMs: number };
    expect(error).toMatchObject({ code: 'rate-limit', retryable: true });
    expect(retryAfterMs).toBeGreaterThan(80_000);
    expect(retryAfterMs).toBeLessThanOrEqual(90_000);
  });

  it.each<[string, FakeHttpAnswer]>([
    ['a page of a proxy', { status: 200, body: '<html>sign in</html>' }],
    ['a page with the right status', { status: 202, body: '<html>sign in</html>' }],
    ['another status without content', { status: 204 }],
  ])('is not evidence of acceptance: %s', async (_what, answer) => {
    const { email } = createClient([answer]);
    await expect(email.send(message)).rejects.toMatchObject({ code: 'response-format', outcome: 'unknown' });
  });

  it('accepts a 202 without its id header', async () => {
    const { email } = createClient([{ status: 202 }]);
    const { outcomes, response } = await email.send(message);
    expect([outcomes[0]?.status, response]).toEqual(['accepted', undefined]);
  });
});
