import {
  BadRequestError,
  classifyStatus,
  type Failure,
  type FailureType,
  type HttpAnswer,
  type Issue,
  NotFoundError,
  type OperationContext,
  PermissionError,
  QuotaExceededError,
  ServerError,
} from '@org/core';
import {
  AccountSuspendedError,
  IdempotencyConflictError,
  RecipientSuppressedError,
  SenderNotVerifiedError,
} from '../../model/errors.ts';
import { redactAddresses } from '../../model/redact-addresses.ts';
import { type PlunkFailure, readFailure, readStatedFailure } from './failure-body.ts';

/** What a response means that is not a success (docs.useplunk.com, API reference, "Error codes"). */
export function classifyPlunkFailure(answer: HttpAnswer, context: OperationContext): Failure | undefined {
  const stated = readStatedFailure(answer);
  if (stated === 'unspecified') return unspecified(answer);
  const base = classifyStatus(stated ?? answer, context);
  if (base === undefined || isEarlierAcceptance(answer, context)) return undefined;
  const failure = readFailure(answer.json());
  const meaning = failure.code === 'IDEMPOTENCY_KEY_REUSED' ? keyReused(failure) : refine(base, failure);
  const { retryAfter } = failure.details ?? {};
  return {
    ...base,
    ...meaning,
    ...wordsOf(failure),
    providerCode: failure.code,
    providerRequestId: failure.requestId,
    issues: failure.errors?.map(mapFieldError),
    // The body quotes the request; the useful parts are above.
    details: failure.suggestion === undefined ? undefined : { suggestion: failure.suggestion },
    // The header and the body name a wait: the longer one holds.
    ...(retryAfter === undefined
      ? {}
      : { retryAfterMs: Math.max(base.retryAfterMs ?? 0, retryAfter * 1_000) }),
  };
}

/**
 * Plunk answers a known key with 409, never with the first response again. When the call itself repeated an
 * attempt with unknown outcome, and the first attempt had succeeded, the mail is accepted; only its ids are
 * lost.
 */
export function isEarlierAcceptance(
  answer: HttpAnswer,
  { earlierOutcomeUnknown }: OperationContext,
): boolean {
  if (!earlierOutcomeUnknown) return false;
  const { code, details } = readFailure(answer.json());
  return code === 'IDEMPOTENCY_KEY_REUSED' && isSuccess(details?.originalStatusCode);
}

/** A 2xx response says `success: false` and no status: the progress of the service is unknown. */
function unspecified(answer: HttpAnswer): Failure {
  return {
    type: ServerError,
    message: `Plunk answered ${answer.status} and states a failure; whether it acted is not known.`,
    ...wordsOf(readFailure(answer.json())),
    outcome: 'unknown',
    replay: 'never',
  };
}

function wordsOf({ message, suggestion }: PlunkFailure): Pick<Failure, 'words' | 'redact'> {
  const words = [message, suggestion].flatMap((part) => (part ? [sentence(part)] : [])).join(' ');
  return { words, redact: redactAddresses };
}

function isSuccess(status: number | null | undefined): boolean {
  return typeof status === 'number' && status >= 200 && status < 300;
}

function mapFieldError({ field, message }: { readonly field: string; readonly message: string }): Issue {
  return { path: field.replace(/\.(\d+)(?=\.|$)/g, '[$1]'), message };
}

type Meaning = Partial<Failure>;

function keyReused({ details }: PlunkFailure): Meaning {
  const status = details?.originalStatusCode;
  const type = IdempotencyConflictError;
  if (status === null)
    return {
      type,
      message: 'The first request with this idempotency key is still in progress.',
      outcome: 'unknown',
      // The same key cannot act twice. A hint waits long enough; `throttled` would pause the other calls too.
      replay: 'always',
      retryAfterMs: 500,
    };
  // Plunk releases the key of a request that it refused (4xx): `middleware/idempotency.ts` of its source.
  if (status === undefined && details?.key !== undefined)
    return {
      type,
      message: 'A request with this idempotency key was refused a moment ago.',
      outcome: 'not-sent',
      replay: 'always',
    };
  return isSuccess(status)
    ? {
        type,
        message:
          'A request with this idempotency key was accepted before; this one did nothing. A new mail needs a new key.',
        outcome: 'sent',
        replay: 'never',
      }
    : {
        type,
        message:
          'A request with this idempotency key failed before, and Plunk does not take the key again. Whether mail went out is not known.',
        outcome: 'unknown',
        replay: 'never',
      };
}

const usedUp = { type: QuotaExceededError, message: "The Plunk project's billing limit is used up." };
// A used-up plan is no rate: it pauses nobody.
const refusedForGood = { replay: 'never', outcome: 'not-sent', throttled: false } as const;

const byCode: ReadonlyMap<string, { readonly type: FailureType; readonly message: string }> = new Map([
  ['PROJECT_DISABLED', { type: AccountSuspendedError, message: 'The Plunk project is disabled.' }],
  [
    'EMAIL_VERIFICATION_REQUIRED',
    { type: PermissionError, message: "The Plunk account's own email address is not verified yet." },
  ],
  ['BILLING_LIMIT_EXCEEDED', usedUp],
  ['UPGRADE_REQUIRED', { type: QuotaExceededError, message: 'The Plunk plan does not include this.' }],
  ['TEMPLATE_NOT_FOUND', { type: NotFoundError, message: 'Plunk has no template with this id.' }],
  ['CONTACT_NOT_FOUND', { type: NotFoundError, message: 'Plunk has no contact with this id.' }],
]);

// Refusals that carry no code of their own: the service names them only in its words.
const senderWords = /\bdomain\b/i;
const disabledWords = /\bdisabled\b/i;
const unsubscribedWords = /\bunsubscribed contact\b/i;
const billingWords = /\bbilling limit\b/i;

function refine({ status }: Failure, { code = '', message = '' }: PlunkFailure): Meaning {
  const known = byCode.get(code);
  if (known !== undefined) return { ...known, ...refusedForGood };
  if (status === 429 && billingWords.test(message)) return { ...usedUp, ...refusedForGood };
  if (status === 403 && senderWords.test(message))
    return {
      type: SenderNotVerifiedError,
      message: 'The sender may not be used: its domain is not verified in this Plunk project.',
    };
  if (status === 403 && disabledWords.test(message))
    return { type: AccountSuspendedError, message: 'The Plunk project is disabled.' };
  if (status === 400 && unsubscribedWords.test(message))
    return {
      type: RecipientSuppressedError,
      message: 'A marketing template does not reach somebody who unsubscribed.',
    };
  if (status === 422 || status === 400)
    return { type: BadRequestError, message: 'Plunk refused the request as invalid.' };
  return {};
}

function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
