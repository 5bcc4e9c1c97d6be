import {
  BadRequestError,
  ConflictError,
  classifyStatus,
  type Failure,
  NotFoundError,
  type OperationContext,
  PermissionError,
  QuotaExceededError,
  ServerError,
  type ServiceResponse,
} from '@org/core';
import { refineFailure } from '@org/core/driver';
import {
  AccountSuspendedError,
  IdempotencyConflictError,
  type MeaningsByWords,
  meaningByWords,
  RecipientSuppressedError,
  redactAddresses,
  SenderNotVerifiedError,
} from '../../driver.ts';
import { type PlunkFailure, readFailure, readStatedFailure } from './failure-body.ts';

/** What an unsuccessful response means (docs.useplunk.com, API reference, "Error codes"). */
export function classifyPlunkFailure(
  answer: ServiceResponse,
  context: OperationContext,
): Failure | undefined {
  const stated = readStatedFailure(answer);
  if (stated === 'unspecified') return unspecified(answer);
  const base = classifyStatus(stated ?? answer, context);
  if (base === undefined || isEarlierAcceptance(answer, context)) return undefined;
  const failure = readFailure(answer.json());
  const { code, requestId, issues, suggestion, retryAfterSeconds } = failure;
  const meaning = code === 'IDEMPOTENCY_KEY_REUSED' ? keyReused(failure) : refine(base.status, failure);
  return {
    ...refineFailure(base, meaning),
    ...wordsOf(failure),
    providerCode: code,
    providerRequestId: requestId,
    issues,
    // The body quotes the request; the useful parts are above.
    details: suggestion === undefined ? undefined : { suggestion },
    // The header and the body name a delay: the longer one holds.
    ...(retryAfterSeconds === undefined
      ? {}
      : { retryAfterMs: Math.max(base.retryAfterMs ?? 0, retryAfterSeconds * 1_000) }),
  };
}

/**
 * Plunk answers a known key with 409, never with the first response again. When the call itself repeated an
 * attempt with unknown outcome, and the first attempt had succeeded, the mail is accepted; only its ids are
 * lost.
 */
export function isEarlierAcceptance(
  answer: ServiceResponse,
  { earlierOutcomeUnknown }: OperationContext,
): boolean {
  if (!earlierOutcomeUnknown) return false;
  const { code, statusCode, originalStatusCode } = readFailure(answer.json());
  const status = answer.status < 300 ? statusCode : answer.status;
  return status === 409 && code === 'IDEMPOTENCY_KEY_REUSED' && isSuccess(originalStatusCode);
}

/** A 2xx response says `success: false` and no status: the progress of the service is unknown. */
function unspecified(answer: ServiceResponse): Failure {
  return {
    type: ServerError,
    message: `Plunk's response ${answer.status} states a failure; whether it acted is not known.`,
    ...wordsOf(readFailure(answer.json())),
    outcome: 'unknown',
    replay: 'never',
  };
}

/** What is wrong with which field says more than that the request is not valid. */
function wordsOf({ message, issues = [], suggestion }: PlunkFailure): Pick<Failure, 'words' | 'redact'> {
  const fields = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  const words = [fields || message, suggestion].flatMap((part) => (part ? [toSentence(part)] : [])).join(' ');
  return { words, redact: redactAddresses };
}

function toSentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

function isSuccess(status: unknown): boolean {
  return typeof status === 'number' && status >= 200 && status < 300;
}

type Meaning = Partial<Failure>;

function keyReused({ originalStatusCode: status, idempotencyKey }: PlunkFailure): Meaning {
  const type = IdempotencyConflictError;
  const first = 'The first request with this idempotency key';
  if (status === null)
    return {
      type,
      message: `${first} is still in progress.`,
      outcome: 'unknown',
      // The same key cannot act twice. A hint waits long enough; `throttled` would pause the other calls too.
      replay: 'always',
      retryAfterMs: 500,
    };
  // Plunk releases the key of a request that it refused (4xx): `middleware/idempotency.ts` of its source.
  if (status === undefined && idempotencyKey !== undefined)
    return { type, message: `${first} was refused a moment ago.`, outcome: 'not-sent', replay: 'always' };
  const [message, outcome] = isSuccess(status)
    ? ([`${first} was accepted; this one did nothing. A new mail needs a new key.`, 'sent'] as const)
    : ([
        `${first} failed, and Plunk refuses the key now. Whether mail went out is not known.`,
        'unknown',
      ] as const);
  return { type, message, outcome, replay: 'never' };
}

// An exhausted plan is not a rate: it pauses no other call.
const final = { replay: 'never', outcome: 'not-sent', throttled: false } as const;
const billingLimit = {
  type: QuotaExceededError,
  message: 'The billing limit of the Plunk project is reached.',
};
const disabled = { type: AccountSuspendedError, message: 'The Plunk project is disabled.' };

export const byCode: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['PROJECT_DISABLED', disabled],
  [
    'EMAIL_VERIFICATION_REQUIRED',
    { type: PermissionError, message: "The Plunk account's own email address is not verified yet." },
  ],
  ['BILLING_LIMIT_EXCEEDED', billingLimit],
  ['UPGRADE_REQUIRED', { type: QuotaExceededError, message: 'The Plunk plan does not include this.' }],
  ['TEMPLATE_NOT_FOUND', { type: NotFoundError, message: 'Plunk has no template with this id.' }],
  ['CONTACT_NOT_FOUND', { type: NotFoundError, message: 'Plunk has no contact with this id.' }],
]);

/** Refusals that only their words distinguish. */
export const byWords: MeaningsByWords = [
  [429, /\bbilling limit\b/i, { ...billingLimit, ...final }],
  [
    401,
    /^Verify your domain\b/i,
    {
      type: SenderNotVerifiedError,
      message: "The sender's domain is not verified in this Plunk project.",
      credentialRefused: false,
    },
  ],
  [
    403,
    /\bdomain\b/i,
    { type: SenderNotVerifiedError, message: "The sender's domain is not verified in this Plunk project." },
  ],
  [403, /\bdisabled\b/i, disabled],
  [400, /^Cannot delete field: used\b/i, { type: ConflictError, message: 'The field is in use.' }],
  [
    400,
    /\bunsubscribed contact\b/i,
    {
      type: RecipientSuppressedError,
      message: 'A marketing template does not reach an unsubscribed contact.',
    },
  ],
];

function refine(status: number | undefined, { code = '', message = '' }: PlunkFailure): Meaning {
  const known = byCode.get(code);
  if (known !== undefined) return { ...known, ...final };
  const stated = meaningByWords(byWords, status, message);
  if (stated !== undefined) return stated;
  if (status !== 400 && status !== 422) return {};
  return { type: BadRequestError, message: 'Plunk refused the request as invalid.' };
}
