import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as core from '../index.ts';
import { isOrgError, OrgError } from './org-error.ts';
import { RateLimitError, ServerError } from './service-errors.ts';
import { TimeoutError } from './transport-errors.ts';

const make = () =>
  new RateLimitError({
    message: 'Too many.',
    provider: 'acme',
    attempts: 2,
    retryAfterMs: 900,
    outcome: 'not-sent',
  });

const codes = {
  OrgError: 'error',
  AbortedError: 'aborted',
  AuthenticationError: 'authentication',
  BadRequestError: 'bad-request',
  CircuitOpenError: 'circuit-open',
  ClosedError: 'closed',
  ConfigurationError: 'configuration',
  ConflictError: 'conflict',
  CredentialError: 'credential',
  HookError: 'hook',
  InvalidInputError: 'invalid-input',
  NetworkError: 'network',
  NotFoundError: 'not-found',
  PayloadTooLargeError: 'payload-too-large',
  PermissionError: 'permission',
  QuotaExceededError: 'quota-exceeded',
  RateLimitError: 'rate-limit',
  RedirectError: 'redirect-refused',
  RequestBodyError: 'request-body',
  ResponseFormatError: 'response-format',
  ResponseTooLargeError: 'response-too-large',
  ServerError: 'server',
  ThrottleRejectedError: 'throttle-rejected',
  TimeoutError: 'timeout',
  UnsupportedError: 'unsupported',
};

describe('OrgError', () => {
  it('is recognised by family, up the line, and not across', () => {
    const error = make();
    expect(RateLimitError.isInstance(error)).toBe(true);
    expect(OrgError.isInstance(error)).toBe(true);
    expect(ServerError.isInstance(error)).toBe(false);
    expect(isOrgError(new Error('x'))).toBe(false);
    expect([null, undefined, 'x', 1, {}].some(isOrgError)).toBe(false);
  });

  it('is recognised when another copy of the package made it', () => {
    const foreign = Object.assign(new Error('x'), {
      [Symbol.for('org.error')]: ['RateLimitError', 'OrgError'],
    });
    expect(RateLimitError.isInstance(foreign)).toBe(true);
    expect(isOrgError(foreign)).toBe(true);
  });

  it('has a code that follows from its family, in every class', () => {
    const classes = Object.values(core).filter(
      (value): value is typeof core.OrgError => typeof value === 'function' && 'family' in value,
    );
    expect(classes.length).toBeGreaterThan(20);
    const found = Object.fromEntries(classes.map((Class) => [Class.family, new Class({ message: '' }).code]));
    expect(codes).toMatchObject(found);
    class QuietError extends RateLimitError {}
    expect(new QuietError({ message: '' }).code).toBe('rate-limit');
  });

  it('narrows the type', () => {
    const error: unknown = make();
    if (!RateLimitError.isInstance(error)) throw new Error('not recognised');
    expect(error.retryAfterMs satisfies number | undefined).toBe(900);
  });

  it('serialises the known fields and nothing else', () => {
    expect(JSON.parse(JSON.stringify(make()))).toEqual({
      name: 'RateLimitError',
      code: 'rate-limit',
      message: 'Too many.',
      provider: 'acme',
      attempts: 2,
      retryAfterMs: 900,
      outcome: 'not-sent',
      retryable: false,
    });
  });

  it('has no unknown fields', () => {
    expect(Object.keys(new ServerError({ message: 'Broken.' })).sort()).toEqual(['code', 'retryable']);
  });

  it('prints its message once, its fields and its cause', () => {
    const text = inspect(new ServerError({ message: 'Broken.', status: 502, cause: new Error('inner') }));
    expect(text.match(/Broken\./g)).toHaveLength(1);
    expect(text).toContain('status: 502');
    expect(text).toContain('inner');
  });

  it('carries the phase of a timeout', () => {
    const error = new TimeoutError({ message: 'Late.', phase: 'body', limit: 'deadline' });
    expect(error.toJSON()).toMatchObject({ code: 'timeout', phase: 'body', limit: 'deadline' });
  });
});
