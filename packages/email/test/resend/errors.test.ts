import { createLimiter, perSecond } from '@org/core';
import { createFakeTransport } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { resend } from '@org/email/resend';
import { describe, expect, it } from 'vitest';
import { accepted, createClient, message } from './client.ts';

describe('an error of Resend', () => {
  it.each([
    [400, 'invalid_idempotency_key', 'bad-request', 'not-sent', 1],
    [400, 'validation_error', 'bad-request', 'not-sent', 1],
    [401, 'missing_api_key', 'authentication', 'not-sent', 1],
    [401, 'restricted_api_key', 'permission', 'not-sent', 1],
    [403, 'restricted_api_key', 'permission', 'not-sent', 1],
    [403, 'invalid_api_key', 'authentication', 'not-sent', 1],
    [403, 'validation_error', 'sender-not-verified', 'not-sent', 1],
    [404, 'not_found', 'not-found', 'not-sent', 1],
    [405, 'method_not_allowed', 'bad-request', 'not-sent', 1],
    [409, 'invalid_idempotent_request', 'idempotency-conflict', 'unknown', 1],
    [409, 'concurrent_idempotent_requests', 'idempotency-conflict', 'unknown', 3],
    [422, 'validation_error', 'bad-request', 'not-sent', 1],
    [422, 'invalid_attachment', 'bad-request', 'not-sent', 1],
    [422, 'invalid_from_address', 'bad-request', 'not-sent', 1],
    [422, 'invalid_access', 'bad-request', 'not-sent', 1],
    [422, 'invalid_parameter', 'bad-request', 'not-sent', 1],
    [422, 'invalid_region', 'bad-request', 'not-sent', 1],
    [422, 'missing_required_field', 'bad-request', 'not-sent', 1],
    [429, 'daily_quota_exceeded', 'quota-exceeded', 'not-sent', 1],
    [429, 'monthly_quota_exceeded', 'quota-exceeded', 'not-sent', 1],
    [429, 'rate_limit_exceeded', 'rate-limit', 'not-sent', 3],
    [451, 'security_error', 'message-rejected', 'not-sent', 1],
    [500, 'application_error', 'server', 'unknown', 3],
    [500, 'internal_server_error', 'server', 'unknown', 3],
  ])('%s %s is %s, %s, after %s attempts', async (status, name, code, outcome, attempts) => {
    const words = 'Not for bob@example.com';
    const { email, runtime } = createClient({ status, json: { statusCode: status, name, message: words } });
    const error = email.send(message).catch((thrown: unknown) => thrown);
    await runtime.advance(600_000);
    expect(await error).toMatchObject({ code, outcome, attempts, status, providerCode: name });
    expect(`${JSON.stringify(await error)} ${await error}`).not.toContain('bob@example.com');
    expect(`${await error}`).toContain('Not for [address]');
  });

  it('about a rate waits as long as Resend asks', async () => {
    const json = { statusCode: 429, name: 'rate_limit_exceeded', message: 'Too many requests' };
    const { email } = createClient({ status: 429, headers: { 'retry-after': '90' }, json });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'rate-limit', retryAfterMs: 90_000 });
  });

  it('about a quota neither delays nor ends the calls after it', async () => {
    const json = { statusCode: 429, name: 'daily_quota_exceeded', message: 'Daily quota reached' };
    const transport = createFakeTransport([
      { when: { nth: 1 }, answer: { status: 429, headers: { 'retry-after': '1' }, json } },
      { answer: accepted },
    ]);
    const limiter = createLimiter({ limits: [perSecond(1_000)] });
    const email = createEmailClient({ driver: resend({ apiKey: 're_good' }), transport, limiter });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'quota-exceeded', retryable: false });
    expect(limiter.snapshot().pausedForMs).toBe(0);
    expect((await email.send(message)).messageId).toBe('49a3999c');
  });

  it.each([
    ['a page of HTML', { body: '<h1>Bad Request</h1>' }],
    ['a list', { json: ['Bad Request'] }],
    ['fields of other types', { json: { name: 5, message: { text: 'Bad Request' } } }],
  ])('that is %s is an error by its status', async (_what, body) => {
    const { email } = createClient({ status: 400, ...body });
    const error = await email.send(message).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'bad-request', status: 400 });
  });
});
