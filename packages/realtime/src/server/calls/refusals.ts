import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  classifyStatus,
  type Failure,
  type Issue,
  NotFoundError,
  PayloadTooLargeError,
  PermissionError,
  QuotaExceededError,
  ServerError,
  type ServiceResponse,
} from '@org/core';
import { isRecord } from '../../internal/json.ts';
import type { ServiceClock } from './service-clock.ts';

/**
 * The failures of the REST API: by status, by the service's words, and by the error in a successful response.
 *
 * Source: Pusher Channels HTTP API reference; the sources of soketi 1.6.1 and of Laravel Reverb.
 */
export function createClassify(clock: ServiceClock): Classify {
  return (answer, context) => {
    const inBody = errorInBody(answer);
    if (inBody) return inBody;
    const failure = classifyStatus(answer, context);
    if (failure === undefined) return undefined;
    const words = ownWords(answer);
    if (failure.type !== AuthenticationError || words?.startsWith('Timestamp expired') !== true)
      return { ...failure, ...meaningOf(failure, answer, words), words };
    const isCorrected = clock.learn(words, context.nowMs);
    const replay = isCorrected ? 'always' : 'never';
    const message = `${failure.message} ${clockHint}`;
    // The secret is good: another one would not help.
    return { ...failure, message, words, replay, credentialRefused: false };
  };
}

const clockHint =
  'The clocks of this machine and of the service differ by more than ten minutes: set the clock, ' +
  'or leave correctClock on.';

/** What a status means here, where that is more than core can know. */
function meaningOf(
  { type }: Failure,
  answer: ServiceResponse,
  words: string | undefined,
): Partial<Failure> | undefined {
  if (type === NotFoundError)
    return { message: 'The server has no such app or path: check appId, host and pathPrefix.' };
  if (type !== PermissionError && type !== PayloadTooLargeError)
    return answer.status === 422 ? { issues: fieldIssues(answer.json()) } : undefined;
  // The vendor's pages contradict each other: 403 or 413 for a used-up quota.
  if (words !== undefined && /\bquota\b/i.test(words))
    return { type: QuotaExceededError, message: "The app's message quota is used up." };
  return type === PermissionError
    ? { message: "The app is disabled, or its message quota is used up: see the app's settings." }
    : undefined;
}

/** Laravel's validation errors: a list of texts for each field. */
function fieldIssues(body: unknown): readonly Issue[] | undefined {
  if (!isRecord(body)) return undefined;
  return Object.entries(body).flatMap(([path, messages]) =>
    (Array.isArray(messages) ? messages : [])
      .filter((message) => typeof message === 'string')
      .map((message) => ({ path, message })),
  );
}

// soketi always responds with status 200, and puts the real status into the body.
function errorInBody(answer: ServiceResponse): Failure | undefined {
  const body = answer.status < 300 ? answer.json() : undefined;
  if (!isRecord(body)) return undefined;
  const { error, code } = body;
  const words = isRecord(error) ? error['message'] : error;
  if (typeof words !== 'string' || words === '') return undefined;
  const said = { words, details: body, credentialRefused: code === 401 };
  if (typeof code !== 'number' || code < 400) return { ...reported, ...said };
  const base = classifyStatus({ ...answer, status: code }, { nowMs: 0 });
  return { ...(base ?? refusal(code)), message: 'The service refused the request.', ...said };
}

/** Without a status it is unknown whether the service acted. */
const reported = {
  type: ServerError,
  message: 'The service reported an error in a successful response.',
  outcome: 'unknown',
  replay: 'if-safe',
} as const;

function refusal(code: number): Failure {
  const type = code === 413 ? PayloadTooLargeError : BadRequestError;
  return { type, message: '', outcome: 'not-sent', replay: 'never', status: code };
}

/**
 * The hosted service responds with plain text. A signature error repeats the signed text, which has the key
 * but not the secret.
 */
function ownWords(answer: ServiceResponse): string | undefined {
  const body = answer.json();
  const error = isRecord(body) ? body['error'] : undefined;
  const text = typeof error === 'string' ? error : answer.text();
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.startsWith('<') ? undefined : line;
}
