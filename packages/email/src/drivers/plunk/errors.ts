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
} from '@org/core';
import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import {
  AccountSuspendedError,
  IdempotencyConflictError,
  RecipientSuppressedError,
  SenderNotVerifiedError,
} from '../../model/errors.ts';
import { redactAddresses } from '../../model/redact-addresses.ts';

// Three shapes are in use: the current one, a flat one of some routes, and that of the first version.
const envelope = lazily(() =>
  z.object({
    error: z.object({
      code: z.optional(z.string()),
      message: z.optional(z.string()),
      requestId: z.optional(z.string()),
      errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
      details: z.optional(
        z.object({
          retryAfter: z.optional(z.number()),
          originalStatusCode: z.optional(z.nullable(z.number())),
        }),
      ),
      suggestion: z.optional(z.string()),
    }),
  }),
);
const flat = lazily(() => z.object({ error: z.string(), message: z.optional(z.string()) }));

interface PlunkFailure {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly requestId?: string | undefined;
  readonly errors?: readonly { readonly field: string; readonly message: string }[] | undefined;
  readonly details?:
    | { readonly retryAfter?: number | undefined; readonly originalStatusCode?: number | null | undefined }
    | undefined;
  readonly suggestion?: string | undefined;
}

/** What an answer of the service means, when it is not a success (docs.useplunk.com, API reference, "Error codes"). */
export function classifyPlunkFailure(answer: HttpAnswer, context: OperationContext): Failure | undefined {
  const base = classifyStatus(answer, context);
  if (base === undefined || isEarlierAcceptance(answer, context)) return undefined;
  const failure = readFailure(answer.json());
  const meaning = failure.code === 'IDEMPOTENCY_KEY_REUSED' ? keyReused(failure) : refine(base, failure);
  const said = [failure.message, failure.suggestion]
    .flatMap((part) => (part ? [sentence(part)] : []))
    .join(' ');
  const { retryAfter } = failure.details ?? {};
  return {
    ...base,
    ...meaning,
    message:
      said === ''
        ? (meaning.message ?? base.message)
        : `${meaning.message ?? 'Plunk refused the request.'} Plunk says: ${redactAddresses(said)}`,
    providerCode: failure.code,
    providerRequestId: failure.requestId,
    issues: failure.errors?.map(mapFieldError),
    // The body quotes values that were sent; the parts worth keeping are above.
    details: failure.suggestion === undefined ? undefined : { suggestion: failure.suggestion },
    // Two words on one wait: the longer one holds.
    ...(retryAfter === undefined
      ? {}
      : { retryAfterMs: Math.max(base.retryAfterMs ?? 0, retryAfter * 1_000) }),
  };
}

/**
 * The service answers a key it has seen with 409 and never with the first answer again. When it is our own repetition of an attempt whose
 * outcome we did not learn, and the first one had succeeded, then the mail is accepted; only its ids are lost.
 */
export function isEarlierAcceptance(
  answer: HttpAnswer,
  { earlierOutcomeUnknown }: OperationContext,
): boolean {
  if (answer.status !== 409 || !earlierOutcomeUnknown) return false;
  const { code, details } = readFailure(answer.json());
  return code === 'IDEMPOTENCY_KEY_REUSED' && isSuccess(details?.originalStatusCode);
}

function isSuccess(status: number | null | undefined): boolean {
  return typeof status === 'number' && status >= 200 && status < 300;
}

function readFailure(json: unknown): PlunkFailure {
  const current = envelope().safeParse(json);
  if (current.success) return current.data.error;
  const other = flat().safeParse(json);
  return other.success ? { message: other.data.message ?? other.data.error } : {};
}

function mapFieldError({ field, message }: { readonly field: string; readonly message: string }): Issue {
  return { path: field.replace(/\.(\d+)(?=\.|$)/g, '[$1]'), message: redactAddresses(message) };
}

type Meaning = Partial<Failure>;

function keyReused({ details }: PlunkFailure): Meaning {
  const status = details?.originalStatusCode;
  const type = IdempotencyConflictError;
  if (status === null)
    return {
      type,
      message: 'A request with this idempotency key is still being worked on.',
      outcome: 'unknown',
      // The same key cannot act twice, so asking again is safe and soon tells how it ended.
      replay: 'always',
      throttled: true,
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

const byCode: ReadonlyMap<string, { readonly type: FailureType; readonly message: string }> = new Map([
  ['PROJECT_DISABLED', { type: AccountSuspendedError, message: 'The Plunk project is disabled.' }],
  [
    'EMAIL_VERIFICATION_REQUIRED',
    { type: PermissionError, message: "The Plunk account's own email address is not verified yet." },
  ],
  [
    'BILLING_LIMIT_EXCEEDED',
    { type: QuotaExceededError, message: "The Plunk project's billing limit is used up." },
  ],
  ['UPGRADE_REQUIRED', { type: QuotaExceededError, message: 'The Plunk plan does not include this.' }],
  ['TEMPLATE_NOT_FOUND', { type: NotFoundError, message: 'Plunk has no template with this id.' }],
  ['CONTACT_NOT_FOUND', { type: NotFoundError, message: 'Plunk has no contact with this id.' }],
]);

// Refusals that carry no code of their own: the service names them only in its words.
const senderWords = /\bdomain\b/i;
const disabledWords = /\bdisabled\b/i;
const unsubscribedWords = /\bunsubscribed contact\b/i;

function refine({ status }: Failure, { code = '', message = '' }: PlunkFailure): Meaning {
  const known = byCode.get(code);
  if (known !== undefined) return { ...known, replay: 'never', outcome: 'not-sent' };
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
