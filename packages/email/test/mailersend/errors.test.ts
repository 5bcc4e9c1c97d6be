import { describe, expect, it } from 'vitest';
import { answerWith, message } from './fake.ts';

const thrownBy = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

const rows: readonly [status: number, words: string, name: string, outcome?: string][] = [
  [400, 'Bad request', 'BadRequestError'],
  [401, 'Unauthenticated.', 'AuthenticationError'],
  [403, 'This action is unauthorized.', 'PermissionError'],
  [403, 'Your account has been suspended. #MS40301', 'AccountSuspendedError'],
  [404, 'Resource not found.', 'NotFoundError'],
  [413, '', 'PayloadTooLargeError'],
  [421, 'Service is under maintenance.', 'ServerError'],
  [422, 'The file type does not match. #MS42202', 'BadRequestError'],
  [422, 'Duplicate recipients. #MS42201', 'BadRequestError'],
  [422, 'The from.email domain must be verified. #MS42207', 'SenderNotVerifiedError'],
  [429, 'Too Many Attempts. #MS42903', 'RateLimitError'],
  [429, 'Too Many Attempts.', 'RateLimitError'],
  [429, 'You have reached the quota. #MS42901', 'QuotaExceededError'],
  [500, '', 'ServerError', 'unknown'],
  [502, '', 'ServerError', 'unknown'],
  [503, '', 'ServerError', 'unknown'],
];

describe('mailersend: errors', () => {
  it.each(rows)('%i %s is a %s', async (status, words, name, outcome = 'not-sent') => {
    const { email } = answerWith({ status, json: { message: words } });
    const error = await thrownBy(email.send(message));
    const [providerCode] = /MS\d+/.exec(words) ?? [];
    expect(error).toMatchObject({ name, outcome, provider: 'mailersend' });
    expect(Object(error).providerCode).toBe(providerCode);
  });

  it('finds the code in the texts of the fields, and keeps the fields without addresses', async () => {
    const errors = { 'to.0.email': ['bob@example.com is not a recipient. #MS42217'] };
    const json = { message: 'The given data was invalid.', errors };
    const error = await thrownBy(answerWith({ status: 422, json }).email.send(message));
    expect(error).toMatchObject({
      providerCode: 'MS42217',
      issues: [{ path: 'to[0].email', message: '[address] is not a recipient. #MS42217' }],
    });
    expect(`${error}`).not.toContain('bob@');
  });

  it('waits after the limit of a minute, and does not after the quota of a day', async () => {
    const limited = { status: 429, headers: { 'retry-after': '13' }, json: { message: 'No #MS42903' } };
    expect(await thrownBy(answerWith(limited).email.send(message))).toMatchObject({
      retryAfterMs: 13_000,
      retryable: true,
    });
    const headers = { 'retry-after': '13', 'x-apiquota-reset': '2026-11-23T00:00:00Z' };
    const used = { status: 429, headers, json: { message: 'No #MS42901' } };
    expect(await thrownBy(answerWith(used).email.send(message))).toMatchObject({
      name: 'QuotaExceededError',
      retryable: false,
      resetAt: new Date('2026-11-23T00:00:00Z'),
    });
  });

  it.each([
    ['a page of a proxy', { status: 200, body: '<html>login</html>' }],
    ['a 202 without an id', { status: 202 }],
    ['an empty id', { status: 202, headers: { 'x-message-id': ' ' } }],
  ])('does not take %s for an acceptance', async (_what, answer) => {
    const error = await thrownBy(answerWith(answer).email.send(message));
    expect(error).toMatchObject({ name: 'ResponseFormatError', outcome: 'unknown' });
  });

  it('counts sends and the other endpoints apart', async () => {
    const { email } = answerWith({ ...answerOfAll, headers: { 'x-message-id': 'a' } });
    await Promise.all(Array.from({ length: 60 }, () => email.templates.get('1', { deadlineMs: 30_000 })));
    const error = await thrownBy(email.templates.get('1', { deadlineMs: 30_000 }));
    expect(error).toMatchObject({ name: 'ThrottleRejectedError', outcome: 'not-sent' });
    expect((await email.send(message, { deadlineMs: 30_000 })).messageId).toBe('a');
  });
});

const answerOfAll = { status: 200, json: { data: { id: '1', name: 'A' } } };
