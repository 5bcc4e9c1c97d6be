import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  ConflictError,
  classifyStatus,
  type Failure,
  NotFoundError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  type ServiceResponse,
} from '@org/core';
import { refineFailure, textAt } from '@org/core/driver';
import {
  AccountSuspendedError,
  MessageRejectedError,
  redactAddresses,
  SenderNotVerifiedError,
} from '../../driver.ts';
import { type AccountMeaning, accountMeaning } from '../smtp/account-words.ts';

/**
 * The kind of an error, from the header or the body: `MessageRejected:http://internal.amazon.com/…` and
 * `com.amazonaws.ses#MessageRejected` are `MessageRejected` (AWS restJson1 protocol).
 */
function codeOf(response: ServiceResponse): string | undefined {
  const json = response.json();
  const given = response.headers.get('x-amzn-errortype') ?? textAt(json, '__type') ?? textAt(json, 'code');
  return given?.replace(/:.*$/s, '').replace(/^.*#/s, '').trim();
}

/** The service's own 404, and not that of a proxy or a wrong base URL. */
export const isMissing = (response: ServiceResponse): boolean =>
  response.status === 404 && codeOf(response) === notFound;

const notFound = 'NotFoundException';

/** What an unsuccessful response means (API reference, "Common errors", and the errors of each operation). */
export const classify: Classify = (response, context) => {
  const failure = classifyStatus(response, context);
  if (failure === undefined) return undefined;
  const code = codeOf(response);
  const words = textAt(response.json(), 'message') ?? textAt(response.json(), 'Message');
  const meaning = meaningOf(code ?? '', words ?? '');
  const isBusy = code === 'ConcurrentModificationException'; // by the API reference with the status 500
  const refined = isBusy ? { ...failure, ...meaning } : refineFailure(failure, meaning);
  const base = { ...refined, providerCode: code };
  // The words of a refused signature quote the signed headers, and with them the session token.
  if (base.type === AuthenticationError) return { ...base, words: undefined, details: undefined };
  return { ...base, words, details: undefined, redact: redactAddresses };
};

const suspended = {
  type: AccountSuspendedError,
  message: 'SES does not send for this account, configuration set or tenant: see its state in the console.',
};
const notVerified = {
  type: SenderNotVerifiedError,
  message:
    'An address or domain is not verified in this region; in the SES sandbox, recipients need that, too.',
};

// A used-up quota is not a rate: it pauses no other call.
const quota = { type: QuotaExceededError, outcome: 'not-sent', replay: 'never', throttled: false } as const;
const throttled = {
  type: RateLimitError,
  message: 'SES throttles: the sending rate of the account is exceeded. Set `maxSendRate` of ses() to it.',
  outcome: 'not-sent',
  replay: 'always',
  throttled: true,
} as const;

const refusedKeys = {
  type: AuthenticationError,
  message: 'AWS does not accept the keys. Check `credentials`, and that they are for this account.',
  credentialRefused: true,
};
const refusedSignature = {
  type: AuthenticationError,
  message: 'AWS does not accept the signature. Check the secret access key, `region` and the clock.',
  credentialRefused: true,
};

export const meanings: ReadonlyMap<string, Partial<Failure>> = new Map<string, Partial<Failure>>([
  ['AccountSuspendedException', suspended],
  ['SendingPausedException', suspended],
  ['AccountSendingPausedException', suspended],
  ['MailFromDomainNotVerifiedException', notVerified],
  ['MessageRejected', { type: MessageRejectedError, message: 'SES rejected the content of the message.' }],
  ['BadRequestException', { type: BadRequestError, message: 'SES refused the request as invalid.' }],
  ['ValidationException', { type: BadRequestError, message: 'SES refused the request as invalid.' }],
  ['InvalidNextTokenException', { type: BadRequestError, message: 'The cursor is not valid any more.' }],
  [notFound, { type: NotFoundError, message: 'SES knows no such thing in this region.' }],
  ['AlreadyExistsException', { type: ConflictError, message: 'SES has one with this name already.' }],
  ['ConflictException', { type: ConflictError, message: 'The request clashes with what SES already has.' }],
  [
    'ConcurrentModificationException',
    {
      type: ConflictError,
      message: 'SES changes it for another request at the moment.',
      outcome: 'not-sent',
      replay: 'always',
    },
  ],
  ['LimitExceededException', { ...quota, message: 'The account has too many of these: see the SES quotas.' }],
  ['TooManyRequestsException', throttled],
  ['ThrottlingException', throttled],
  ['Throttling', throttled],
  [
    'AccessDeniedException',
    { type: PermissionError, message: 'The keys may not do this: see the IAM policy.' },
  ],
  ['AccessDenied', { type: PermissionError, message: 'The keys may not do this: see the IAM policy.' }],
  ['OptInRequired', { type: PermissionError, message: 'The AWS account is not signed up for SES.' }],
  ['NotAuthorized', { type: PermissionError, message: 'The keys may not do this: see the IAM policy.' }],
  ['InvalidClientTokenId', refusedKeys],
  ['UnrecognizedClientException', refusedKeys],
  ['InvalidAccessKeyId', refusedKeys],
  ['ExpiredTokenException', refusedKeys],
  ['ExpiredToken', refusedKeys],
  ['MissingAuthenticationToken', refusedKeys],
  ['MissingAuthenticationTokenException', refusedKeys],
  ['SignatureDoesNotMatch', refusedSignature],
  ['InvalidSignatureException', refusedSignature],
  ['IncompleteSignature', refusedSignature],
  ['IncompleteSignatureException', refusedSignature],
  ['RequestExpired', refusedSignature],
]);

/** SES says "rejected" of these as well: SMTP and the first version of the API have no other code. */
const byWords: Readonly<Partial<Record<AccountMeaning, Partial<Failure>>>> = {
  unverified: notVerified,
  suspended,
};

function meaningOf(code: string, words: string): Partial<Failure> {
  const meaning = meanings.get(code);
  const isLimit = meaning === throttled || code === 'LimitExceededException';
  if (isLimit && /daily|24.hour/i.test(words))
    return { ...quota, message: 'The daily quota of the SES account is used up.' };
  const ofAccount = code === 'MessageRejected' ? accountMeaning(words) : undefined;
  return (ofAccount && byWords[ofAccount]) ?? meaning ?? {};
}
