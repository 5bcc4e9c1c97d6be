import {
  BadRequestError,
  type Classify,
  ConflictError,
  classifyStatus,
  type Failure,
  NotFoundError,
  PermissionError,
  QuotaExceededError,
  type ServiceResponse,
} from '@org/core';
import { refineFailure, textAt } from '@org/core/driver';
import {
  AccountSuspendedError,
  IdempotencyConflictError,
  type MeaningsByWords,
  meaningByWords,
  redactAddresses,
} from '../../driver.ts';

type Meaning = Partial<Failure>;

const invalid: Meaning = { type: BadRequestError, message: 'Brevo refused the request as invalid.' };
const forbidden: Meaning = { type: PermissionError, message: 'The key of Brevo may not do this.' };
/** With the code of a wrong key. */
const addressRefused: Meaning = {
  type: PermissionError,
  message: 'Brevo does not accept requests from this IP address. Authorise it in the security settings.',
  credentialRefused: false,
};
/** Without a code, and with one of its own in the API description. */
const notActivated: Meaning = {
  type: AccountSuspendedError,
  message: 'Brevo has not validated the account yet, and sends nothing.',
};
const campaignBusy: Meaning = { type: ConflictError, message: 'The campaign is being sent, or was sent.' };
const keyUsed: Meaning = {
  type: IdempotencyConflictError,
  message:
    'Brevo knows this idempotency key and did nothing. Whether the first mail went out is not known; ' +
    'a new mail needs a new key.',
  outcome: 'unknown',
};

/** `errorModel` of Brevo's API description. */
export const byCode: Readonly<Record<string, Meaning>> = {
  invalid_parameter: invalid,
  missing_parameter: invalid,
  out_of_range: invalid,
  method_not_allowed: invalid,
  not_acceptable: invalid,
  bad_request: invalid,
  unprocessable_entity: invalid,
  campaign_processing: campaignBusy,
  campaign_sent: campaignBusy,
  document_not_found: { type: NotFoundError, message: 'Brevo knows no such thing. Check the id.' },
  permission_denied: forbidden,
  reseller_permission_denied: forbidden,
  not_enough_credits: { type: QuotaExceededError, message: 'The credits of the Brevo account are used up.' },
  duplicate_parameter: { type: ConflictError, message: 'Brevo has this already.' },
  duplicate_request: keyUsed,
  account_under_validation: notActivated,
};

export const classify: Classify = (response, context) => {
  const failure = classifyStatus(response, context);
  if (failure === undefined) return undefined;
  const code = textAt(response.json(), 'code');
  const words = textAt(response.json(), 'message') ?? '';
  const known = code !== undefined && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  return {
    ...refineFailure(failure, meaningByWords(byWords, response.status, words) ?? known),
    retryAfterMs: failure.retryAfterMs ?? resetOf(response),
    providerCode: code,
    words,
    redact: redactAddresses,
  };
};

/** For a removal: that Brevo has no such thing is an answer. */
export const classifyMissing: Classify = (response, context) => {
  const isMissing = response.status === 404 && textAt(response.json(), 'code') === 'document_not_found';
  return isMissing ? undefined : classify(response, context);
};

/** Refusals that only their words distinguish. */
export const byWords: MeaningsByWords = [
  [401, /\bunrecogni[sz]ed IP address\b/i, addressRefused],
  [403, /\baccount is not yet activated\b/i, notActivated],
];

/** Brevo has no `Retry-After`; this header has the seconds that are left. */
function resetOf({ status, headers }: ServiceResponse): number | undefined {
  const seconds = headers.get('x-sib-ratelimit-reset') ?? '';
  return status === 429 && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}

/** A send refuses a used key as a duplicate parameter ("Idempotency for batch emails"). */
export const classifySend: Classify = (response, context) => {
  const failure = classify(response, context);
  return failure?.type === ConflictError && failure.providerCode === 'duplicate_parameter'
    ? { ...failure, ...keyUsed }
    : failure;
};
