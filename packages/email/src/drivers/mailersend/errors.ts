import {
  type Classify,
  ConflictError,
  classifyStatus,
  type Failure,
  type Issue,
  PayloadTooLargeError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  type ServiceResponse,
} from '@org/core';
import { parseIsoInstant, refineFailure, textAt } from '@org/core/driver';
import {
  AccountSuspendedError,
  RecipientSuppressedError,
  readJson,
  redactAddresses,
  SenderNotVerifiedError,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { isAllSuppressed } from './receipt.ts';

const wireErrors = z.object({ errors: z.record(z.string(), z.array(z.string())) });

/** What an unsuccessful response means: developers.mailersend.com, "Validation errors", "Rate limits". */
export const classify: Classify = (response, context) => {
  const failure = classifyStatus(response, context);
  if (failure === undefined) return undefined;
  const issues = issuesOf(response);
  const words = [textAt(response.json(), 'message'), ...issues.map(({ message }) => message)]
    .filter((text) => text !== undefined)
    .join(' ');
  const code = /#(MS\d{5})\b/.exec(words)?.[1];
  return {
    ...refineFailure(failure, meaningOf(response, code, words)),
    ...(issues.length === 0 ? {} : { issues }),
    providerCode: code,
    words,
    redact: redactAddresses,
  };
};

/** For a send, a 202 without any recipient left is a refusal. */
export const classifySend: Classify = (response, context) => {
  if (response.status >= 300 || !isAllSuppressed(response)) return classify(response, context);
  return {
    type: RecipientSuppressedError,
    message: 'MailerSend sends to none of the recipients: they are on its suppression lists.',
    outcome: 'not-sent',
    replay: 'never',
    status: response.status,
    providerCode: 'ALL_SUPPRESSED',
  };
};

/** For a cancellation, a 404 may say that it comes too late. */
export const classifyCancel: Classify = (response, context) => {
  const failure = classify(response, context);
  const isLate = response.status === 404 && /\balready been sent\b/i.test(failure?.words ?? '');
  if (failure === undefined || !isLate) return failure;
  return { ...failure, type: ConflictError, message: 'It is too late to cancel the message.' };
};

function issuesOf(response: ServiceResponse): readonly Issue[] {
  const errors = readJson(wireErrors, response.json())?.errors ?? {};
  return Object.entries(errors).flatMap(([field, texts]) =>
    texts.map((message) => ({ path: field.replace(/\.(\d+)(?=\.|$)/g, '[$1]'), message })),
  );
}

function meaningOf(response: ServiceResponse, code: string | undefined, words: string): Partial<Failure> {
  const { status } = response;
  const known = byCode.get(code ?? '');
  if (known !== undefined) return known === quotaOfDay ? { ...known, ...resetOf(response) } : known;
  if (status === 421)
    return { type: ServerError, message: 'MailerSend is in maintenance mode and did nothing.' };
  if (status === 403 && /\bsuspended\b|\bpaused\b/i.test(words)) return suspended;
  if (status === 422 || status === 400) return { message: 'MailerSend refused the request as invalid.' };
  return {};
}

const quotaUsed: Partial<Failure> = {
  type: QuotaExceededError,
  message: 'The quota of the MailerSend account, or of its trial, is used up.',
};
/** "Trial accounts can only send emails to the administrator's email", "… unique recipients limit". */
const trialRecipients: Partial<Failure> = {
  type: PermissionError,
  message: 'A trial of MailerSend may send to few recipients only. Verify a domain and choose a plan.',
};
/** A wait of minutes does not help, and other calls need no pause. Failed requests use the quota as well. */
const quotaOfDay: Partial<Failure> = {
  type: QuotaExceededError,
  message: 'The daily quota of MailerSend is used up.',
  replay: 'never',
  throttled: false,
  retryAfterMs: undefined,
};
const suspended = { type: AccountSuspendedError, message: 'The MailerSend account is suspended.' };

export const byCode: ReadonlyMap<string, Partial<Failure>> = new Map<string, Partial<Failure>>([
  ['MS42204', quotaUsed],
  ['MS42206', { type: PayloadTooLargeError, message: 'A file is too large for MailerSend.' }],
  ['MS42207', { type: SenderNotVerifiedError, message: 'Verify the domain of `from` with MailerSend.' }],
  ['MS42222', quotaUsed],
  ['MS42225', trialRecipients],
  ['MS42901', quotaOfDay],
  ['MS42903', { type: RateLimitError }],
]);

function resetOf({ headers }: ServiceResponse): Partial<Failure> {
  const resetAtMs = parseIsoInstant(headers.get('x-apiquota-reset') ?? '');
  return resetAtMs === undefined ? {} : { extra: { resetAt: new Date(resetAtMs) } };
}
