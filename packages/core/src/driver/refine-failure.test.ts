import { describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  BadRequestError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
} from '../errors/service-errors.ts';
import type { Failure, FailureType } from '../retry/failure.ts';
import { refineFailure } from './refine-failure.ts';

const failureOf = (status: number, type: FailureType): Failure => ({
  type,
  message: 'By the status.',
  outcome: 'not-sent',
  replay: 'never',
  status,
});

describe('C1: the status comes before the name', () => {
  it.each<[number, FailureType, Partial<Failure>, boolean]>([
    [400, BadRequestError, { type: AuthenticationError }, true],
    [422, BadRequestError, { type: QuotaExceededError }, true],
    [401, AuthenticationError, { type: BadRequestError }, false],
    [401, AuthenticationError, { message: 'Other words.' }, false],
    [401, AuthenticationError, { type: AuthenticationError }, true],
    [401, AuthenticationError, { type: PermissionError, credentialRefused: false }, true],
    [429, RateLimitError, { type: BadRequestError }, false],
    [429, RateLimitError, { type: QuotaExceededError }, true],
    [429, RateLimitError, { retryAfterMs: 5 }, true],
    [500, ServerError, { type: BadRequestError }, false],
    [503, ServerError, { type: ServerError, replay: 'always' }, true],
  ])('%i %o with %o is refined: %s', (status, type, meaning, isRefined) => {
    const failure = failureOf(status, type);
    expect(refineFailure(failure, meaning)).toEqual(isRefined ? { ...failure, ...meaning } : failure);
  });

  it('a failure without a meaning stays as it is', () => {
    const failure = failureOf(404, BadRequestError);
    expect(refineFailure(failure, undefined)).toBe(failure);
  });
});
