import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  classifyStatus,
  type Failure,
  PermissionError,
  QuotaExceededError,
} from '@org/core';
import { refineFailure, textAt } from '@org/core/driver';
import {
  IdempotencyConflictError,
  MessageRejectedError,
  redactAddresses,
  SenderNotVerifiedError,
} from '../../driver.ts';

/** What an unsuccessful response means: resend.com/docs, API reference, "Errors". */
export const classify: Classify = (response, context) => {
  const failure = classifyStatus(response, context);
  if (failure === undefined) return undefined;
  const name = textAt(response.json(), 'name');
  const isSenderRefused = name === 'validation_error' && response.status === 403;
  const words = textAt(response.json(), 'message');
  const isKeyRefused = name === 'validation_error' && /^API key is invalid\b/.test(words ?? '');
  const meaning = isSenderRefused ? senderRefused : refusals.get(name ?? '');
  return {
    ...refineFailure(failure, isKeyRefused ? keyRefused : meaning),
    ...(name === undefined ? {} : { providerCode: name }),
    words,
    redact: redactAddresses,
    // The body repeats the code and the words.
    details: undefined,
  };
};

/** For a look-up: that Resend has no such thing is an answer. */
export const classifyLookup: Classify = (response, context) => {
  const isMissing = response.status === 404 && textAt(response.json(), 'name') === 'not_found';
  return isMissing ? undefined : classify(response, context);
};

export const senderRefused: Partial<Failure> = {
  type: SenderNotVerifiedError,
  message: 'Resend does not send from this domain, or not to this recipient. Verify the domain of `from`.',
};

/** Also with the name of any invalid request, and with the status 400, 401 or 422. */
export const keyRefused: Partial<Failure> = {
  type: AuthenticationError,
  message: 'Resend does not know the key. Check `apiKey`.',
  credentialRefused: true,
};

const invalid: Partial<Failure> = {
  type: BadRequestError,
  message: 'Resend refused the request as invalid.',
};

// Both are a 429, too. A wait of seconds does not help, and other calls need no pause.
const quota: Partial<Failure> = { type: QuotaExceededError, replay: 'never', throttled: false };

/** What Resend's error names add to the meaning of the status. */
export const refusals: ReadonlyMap<string, Partial<Failure>> = new Map<string, Partial<Failure>>([
  [
    'missing_api_key',
    { type: AuthenticationError, message: 'Resend received no key. Check `apiKey` and `auth`.' },
  ],
  ['invalid_api_key', keyRefused],
  ['suspended_api_key', { type: PermissionError, message: 'Resend suspended the key.' }],
  [
    'restricted_api_key',
    {
      type: PermissionError,
      message: 'The key may only send. Use one with full access.',
      credentialRefused: false, // although the status may be 401
    },
  ],
  ['validation_error', invalid],
  ['missing_required_field', invalid],
  ['invalid_parameter', invalid],
  ['invalid_attachment', invalid],
  ['invalid_from_address', invalid],
  ['invalid_access', invalid],
  ['invalid_region', invalid],
  ['invalid_idempotency_key', { type: BadRequestError, message: 'Resend refused the `idempotencyKey`.' }],
  ['method_not_allowed', { type: BadRequestError, message: 'Resend has no such method. Check `baseUrl`.' }],
  [
    'security_error',
    { type: MessageRejectedError, message: 'Resend refused the request for security reasons.' },
  ],
  ['daily_quota_exceeded', { ...quota, message: 'The daily quota of Resend is used up.' }],
  ['monthly_quota_exceeded', { ...quota, message: 'The monthly quota of Resend is used up.' }],
  [
    'invalid_idempotent_request',
    {
      type: IdempotencyConflictError,
      message: 'The `idempotencyKey` belongs to another message. Use a new one.',
      outcome: 'unknown', // of the other message; nothing was done for this one
    },
  ],
  [
    'concurrent_idempotent_requests',
    {
      type: IdempotencyConflictError,
      message: 'The first request with this `idempotencyKey` is in progress.',
      outcome: 'unknown',
      replay: 'if-safe', // until the first response is there
    },
  ],
]);
