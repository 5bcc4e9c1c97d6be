import { describe, expect, it } from 'vitest';
import { collect } from '../collect.ts';
import { answerWith, message } from './fake.ts';

const rows: readonly [status: number, code: string, family: string, outcome?: string, headers?: object][] = [
  [400, 'invalid_parameter', 'BadRequestError'],
  [400, 'missing_parameter', 'BadRequestError'],
  [400, 'out_of_range', 'BadRequestError'],
  [400, 'bad_request', 'BadRequestError'],
  [400, 'a_new_code', 'BadRequestError'],
  [400, 'campaign_processing', 'ConflictError'],
  [400, 'campaign_sent', 'ConflictError'],
  [400, 'duplicate_parameter', 'IdempotencyConflictError', 'unknown'],
  [400, 'duplicate_request', 'IdempotencyConflictError', 'unknown'],
  [400, 'document_not_found', 'NotFoundError'],
  [401, 'unauthorized', 'AuthenticationError'],
  [402, 'not_enough_credits', 'QuotaExceededError'],
  [403, 'permission_denied', 'PermissionError'],
  [403, 'reseller_permission_denied', 'PermissionError'],
  [403, 'account_under_validation', 'AccountSuspendedError'],
  [404, 'document_not_found', 'NotFoundError'],
  [405, 'method_not_allowed', 'BadRequestError'],
  [406, 'not_acceptable', 'BadRequestError'],
  [413, '', 'PayloadTooLargeError'],
  [422, 'unprocessable_entity', 'BadRequestError'],
  [429, 'too_many_requests', 'RateLimitError'],
  [500, 'document_not_found', 'ServerError', 'unknown'],
  [502, '', 'ServerError', 'unknown'],
  [503, '', 'ServerError', 'unknown'],
];

const thrownBy = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

describe('brevo: errors', () => {
  it.each(rows)('%i %s is a %s', async (status, code, name, outcome = 'not-sent') => {
    const words = 'No mail to bob@example.com, thank you';
    const { email } = answerWith({ status, json: { code, message: words } });
    const error = await thrownBy(email.send(message));
    expect(error).toMatchObject({ name, outcome, provider: 'brevo', providerCode: code });
    expect(`${error}`).toContain('No mail to [address], thank you');
    expect(`${error}`).not.toContain('bob@');
  });

  it('a duplicate elsewhere is a conflict', async () => {
    const { email } = answerWith({ status: 400, json: { code: 'duplicate_parameter', message: 'Taken' } });
    const error = await thrownBy(email.contacts.createField({ name: 'PLAN', type: 'text' }));
    expect(error).toMatchObject({ name: 'ConflictError', outcome: 'not-sent' });
  });

  it.each([
    ['40', 40_000, true],
    ['3500', 3_500_000, false],
  ])('reads the seconds that are left after a 429: %s', async (reset, retryAfterMs) => {
    const headers = { 'x-sib-ratelimit-reset': reset, 'x-sib-ratelimit-remaining': '0' };
    const { email } = answerWith({
      status: 429,
      headers,
      json: { code: 'too_many_requests', message: 'No' },
    });
    const error = await thrownBy(email.templates.get('1'));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfterMs, retryable: true });
  });

  it.each([
    ['a page of a proxy', { status: 200, body: '<html>login</html>' }],
    ['no id', { status: 201, json: {} }],
  ])('does not take %s for an acceptance', async (_what, answer) => {
    const { email } = answerWith(answer);
    const error = await thrownBy(email.send(message));
    expect(error).toMatchObject({ name: 'ResponseFormatError', outcome: 'unknown' });
  });

  it('counts sends, contacts and the other endpoints apart', async () => {
    const { email } = answerWith({ status: 200, json: { webhooks: [], messageId: '<a>', attributes: [] } });
    const first = () => collect(email.webhooks.list({}, { deadlineMs: 30_000 }));
    await Promise.all(Array.from({ length: 100 }, first));
    const error = await thrownBy(first());
    expect(error).toMatchObject({ name: 'ThrottleRejectedError', outcome: 'not-sent' });
    await email.send(message, { deadlineMs: 30_000 });
    expect(await email.contacts.fields({ deadlineMs: 30_000 })).toEqual([]);
  });
});
