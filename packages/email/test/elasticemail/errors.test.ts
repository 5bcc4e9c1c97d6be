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
import { describe, expect, it } from 'vitest';
import { createClient, message } from './client.ts';

const refused = (status: number): FakeHttpAnswer => ({ status, json: { Error: 'The reason.' } });

type ErrorType = abstract new (...parameters: never) => object;

describe('a refusal of Elastic Email', () => {
  it.each<[number, ErrorType, string, boolean]>([
    [400, BadRequestError, 'not-sent', false],
    [401, AuthenticationError, 'not-sent', false],
    [402, QuotaExceededError, 'not-sent', false],
    [403, PermissionError, 'not-sent', false],
    [404, NotFoundError, 'not-sent', false],
    [413, PayloadTooLargeError, 'not-sent', false],
    [422, BadRequestError, 'not-sent', false],
    [429, RateLimitError, 'not-sent', true],
    [500, ServerError, 'unknown', false],
    [502, ServerError, 'unknown', false],
    [503, ServerError, 'unknown', false],
  ])('is the error of its status: %s', async (status, type, outcome, retryable) => {
    const { email } = createClient([refused(status)], { retry: false });
    const error: unknown = await email.send(message).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({
      provider: 'elasticemail',
      outcome,
      retryable,
      attempts: 1,
      message: expect.stringContaining('The reason.'),
    });
  });

  it.each([
    { Error: 'No mail to bob@example.com' },
    { error: 'No mail to bob@example.com' },
    { message: 'No mail to bob@example.com' },
  ])('has its words, without addresses: %o', async (json) => {
    const { email } = createClient([{ status: 400, json }]);
    const error: unknown = await email.send(message).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('No mail to [address]');
    expect(JSON.stringify(error)).not.toContain('bob@example.com');
  });

  it.each<[string, FakeHttpAnswer]>([
    ['a page of a proxy', { status: 200, body: '<html>sign in</html>' }],
    ['an empty response', { status: 200 }],
    ['a mail without a transaction', { json: { MessageID: 'x' } }],
  ])('is not evidence of acceptance: %s', async (_what, answer) => {
    const { email } = createClient([answer]);
    await expect(email.send(message)).rejects.toMatchObject({ code: 'response-format', outcome: 'unknown' });
  });
});
