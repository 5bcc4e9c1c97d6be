import {
  type Classify,
  classifyStatus,
  createServiceResponse,
  type Failure,
  NotFoundError,
  PermissionError,
  QuotaExceededError,
  type ServiceResponse,
} from '@org/core';
import { refineFailure, textAt } from '@org/core/driver';
import { AccountSuspendedError, ownValue, redactAddresses, SenderNotVerifiedError } from '../../driver.ts';
import { readDate } from './dates.ts';

/** Mailgun has no error codes: status and words decide (documentation.mailgun.com, API overview). */
export const classifyMailgunFailure: Classify = (response, context) => {
  if (isWrongPath(response)) return nothingThere;
  const isLimit = response.status === 429 || response.status === 420; // both are in use
  const base = classifyStatus(
    isLimit ? createServiceResponse(429, response.headers, response.bytes) : response,
    context,
  );
  if (base === undefined) return undefined;
  const words = wordsOf(response);
  const failure = { ...base, status: response.status, words, redact: redactAddresses };
  if (isLimit) return { ...failure, ...limitOf(response, words, context.nowMs) };
  if (response.status === 401) return { ...failure, message: keyRefused };
  return refineFailure(failure, byWords.find(([pattern]) => pattern.test(words))?.[1]);
};

/** A path that Mailgun does not know has a success, and these words. */
function isWrongPath(response: ServiceResponse): boolean {
  return (
    response.status === 200 &&
    response.bytes.length < 100 &&
    response.text().trim() === 'Mailgun Magnificent API'
  );
}

const nothingThere: Failure = {
  type: NotFoundError,
  message: 'Mailgun has nothing at this path. Check `baseUrl` and `domain`.',
  outcome: 'not-sent',
  replay: 'never',
  status: 200,
};

/** The message, or a short plain text: `Forbidden`. */
function wordsOf(response: ServiceResponse): string {
  const json = response.json();
  const stated = textAt(json, 'message') ?? textAt(json, 'Error') ?? textAt(json, 'Reason');
  if (stated !== undefined) return stated;
  if (typeof json === 'string') return json;
  const text = response.text();
  return json !== undefined || /^\s*</.test(text) ? '' : text;
}

const keyRefused =
  "Mailgun did not accept the key. Check `apiKey` and `region`: an account of the EU needs `region: 'eu'`.";

const final = { outcome: 'not-sent', replay: 'never', throttled: false } as const;

/** "try again after 120 seconds" is a rate; "try again after Mon, 20 Dec 2021 20:33:21 UTC" a quota. */
function limitOf(response: ServiceResponse, words: string, nowMs: number): Partial<Failure> {
  const [, seconds] = /try again after (\d+) seconds?/i.exec(words) ?? [];
  if (seconds !== undefined) return { retryAfterMs: Number(seconds) * 1_000 };
  const [, date] =
    /try again after (\w{3}, \d{1,2} \w{3} \d{4} [\d:]{8} (?:UTC|GMT|[+-]0000))/.exec(words) ?? [];
  const resetAt = readDate(date);
  if (resetAt !== undefined)
    return {
      ...final,
      type: QuotaExceededError,
      message: 'A sending limit of the Mailgun domain is reached.',
      retryAfterMs: Math.max(0, resetAt.getTime() - nowMs),
      extra: { resetAt },
    };
  const stated = ownValue(response.json(), 'retry-seconds');
  return typeof stated === 'number' && stated >= 0 ? { retryAfterMs: stated * 1_000 } : {};
}

export const byWords: readonly (readonly [words: RegExp, meaning: Partial<Failure>])[] = [
  [
    /\bdomain not found\b/i,
    { type: NotFoundError, message: 'Mailgun does not know the domain: check `domain` and `region`.' },
  ],
  [
    /\bsandbox subdomains\b|\bunverified\b/i,
    {
      type: SenderNotVerifiedError,
      message: 'The domain is not verified, or a sandbox domain that sends to authorized recipients only.',
    },
  ],
  [
    /\baccount (?:is )?(?:disabled|inactivity|suspended|terminated)\b|\bprobation\b/i,
    { type: AccountSuspendedError, message: 'The Mailgun account may not send.' },
  ],
  [
    /\bactivate your Mailgun account\b/i,
    { type: AccountSuspendedError, message: 'The Mailgun account is not activated yet.' },
  ],
  [
    /\bfree accounts are for test\b/i,
    { type: PermissionError, message: 'A free account of Mailgun sends to authorized recipients only.' },
  ],
  [
    /\blimit exceeded\b/i,
    { ...final, type: QuotaExceededError, message: 'A sending limit of the Mailgun domain is reached.' },
  ],
];
