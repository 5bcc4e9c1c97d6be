import {
  BadRequestError,
  type Classify,
  classifyStatus,
  type Failure,
  type OperationContext,
  PermissionError,
  QuotaExceededError,
  type ServiceResponse,
} from '@org/core';
import { refineFailure } from '@org/core/driver';
import { readNamedRate } from '@org/core/headers';
import {
  type MeaningsByWords,
  meaningByWords,
  readJson,
  redactAddresses,
  SenderNotVerifiedError,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { isMissing } from './wire.ts';

const text = z.optionalText();
const errorBody = z.object({
  errors: z.array(z.object({ message: text, field: text, error_id: text })),
  id: text,
});

/** What an unsuccessful response means (docs, "Errors"; support.sendgrid.com, "4XX API Errors"). */
export const classify: Classify = (response, context) => {
  const failure = classifyStatus(response, context);
  if (failure === undefined) return undefined;
  const { errors = [], id } = readJson(errorBody, response.json()) ?? {};
  const words = errors.flatMap(({ message }) => (message ? [message] : [])).join(' ');
  const issues = errors.flatMap(({ field, message }) =>
    field ? [{ path: field.replace(/\.(\d+)(?=\.|$)/g, '[$1]'), message: message ?? 'was refused' }] : [],
  );
  return {
    ...refineFailure(failure, meaningByWords(meanings, response.status, words)),
    ...waitOf(failure, response, context),
    ...(words === '' ? {} : { words }),
    ...(issues.length === 0 ? {} : { issues }),
    redact: redactAddresses,
    // The body quotes the request; the useful parts are above.
    details: undefined,
    providerCode: errors[0]?.error_id ?? undefined,
    providerRequestId: id ?? undefined,
  };
};

/** A 404 means that there is nothing. For operations that look something up or take it away. */
export const classifyMissing: Classify = (response, context) =>
  isMissing(response) ? undefined : classify(response, context);

/** SendGrid sends the end of the window in epoch seconds, and no Retry-After. */
function waitOf(
  failure: Failure,
  { headers }: ServiceResponse,
  context: OperationContext,
): Pick<Failure, 'retryAfterMs'> {
  if (!failure.throttled || failure.retryAfterMs !== undefined) return {};
  const names = {
    remaining: 'x-ratelimit-remaining',
    reset: 'x-ratelimit-reset',
    resetUnit: 'epoch-seconds',
  } as const;
  const [rate] = readNamedRate(headers, names, context);
  return rate?.resetAfterMs === undefined ? {} : { retryAfterMs: rate.resetAfterMs };
}

// The credential itself is right, and waiting for seconds does not help.
const final = { outcome: 'not-sent', replay: 'never', throttled: false, credentialRefused: false } as const;

/** Refusals that only their words distinguish. */
export const meanings: MeaningsByWords = [
  [
    401,
    /maximum credits exceeded/i,
    { ...final, type: QuotaExceededError, message: 'The credits of the SendGrid plan are used up.' },
  ],
  [
    401,
    /authenticated user is not authorized/i,
    { ...final, type: PermissionError, message: 'The key has no permission for this. Add its scope.' },
  ],
  [
    401,
    /IP address is not whitelisted/i,
    { ...final, type: PermissionError, message: 'SendGrid does not accept requests from this IP address.' },
  ],
  [
    403,
    /verified sender identity/i,
    { type: SenderNotVerifiedError, message: 'Verify the address or the domain of `from` with SendGrid.' },
  ],
  [
    451,
    /(?:)/,
    { type: BadRequestError, message: 'Not available in this region (451). Check `region` and the key.' },
  ],
];
