import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  ConflictError,
  classifyStatus,
  type Failure,
  NotFoundError,
  type OrgError,
  QuotaExceededError,
  ServerError,
} from '@org/core';
import type { FailureType } from '@org/core/driver';
import { refineFailure, textAt } from '@org/core/driver';
import {
  AccountSuspendedError,
  MessageRejectedError,
  ownValue,
  quotableWords,
  RecipientSuppressedError,
  redactAddresses,
  SenderNotVerifiedError,
} from '../../driver.ts';

/**
 * What an unsuccessful response means (postmarkapp.com/developer, API reference, Overview: "HTTP response
 * codes" and "API error codes"). A failure may also be in a 200.
 */
export const classifyPostmarkFailure: Classify = (response, context) => {
  const base = classifyStatus(response, context);
  const code = errorCodeOf(response.json());
  if (base === undefined && (code === undefined || code === 0)) return undefined;
  const words = textAt(response.json(), 'Message');
  const stated = base?.status === 422 || base === undefined ? { ...base, ...refused } : base;
  return {
    ...refineFailure({ ...stated, status: response.status }, meanings.get(code ?? 0)),
    providerCode: code === undefined ? undefined : String(code),
    words,
    redact: redactAddresses,
  };
};

export function errorOfItem(code: number, words: string): OrgError {
  const { type, message }: Pick<Failure, 'type' | 'message'> = { ...refused, ...meanings.get(code) };
  return new type({
    message: `${message} ${quotableWords(words)}`.trim(),
    provider: 'postmark',
    outcome: 'not-sent',
    providerCode: String(code),
  });
}

export function errorCodeOf(json: unknown): number | undefined {
  const code = ownValue(json, 'ErrorCode');
  return typeof code === 'number' ? code : undefined;
}

const refused = {
  type: BadRequestError,
  message: 'Postmark refused the request as invalid.',
  outcome: 'not-sent',
  replay: 'never',
} as const;

type Meaning = Pick<Failure, 'type' | 'message'> & Partial<Failure>;

const refusal = (type: FailureType, message: string): Meaning => ({ ...refused, type, message });
const missing = (what: string) => refusal(NotFoundError, `Postmark has no ${what} with this id.`);
const senderMissing = 'Verify the address of `from`, or its domain, in Postmark.';

export const meanings: ReadonlyMap<number, Meaning> = new Map([
  [
    10,
    {
      ...refusal(
        AuthenticationError,
        'Postmark does not know the token. Check `apiKey`: it must be a server token.',
      ),
      credentialRefused: true,
    },
  ],
  [100, { ...refusal(ServerError, 'Postmark is closed for maintenance.'), replay: 'always' }],
  [400, refusal(SenderNotVerifiedError, `Postmark has no such sender. ${senderMissing}`)],
  [401, refusal(SenderNotVerifiedError, `The sender is not confirmed. ${senderMissing}`)],
  [405, refusal(QuotaExceededError, 'The Postmark account has used up its credits.')],
  [406, refusal(RecipientSuppressedError, 'Postmark does not send to this recipient: it is suppressed.')],
  [411, refusal(MessageRejectedError, 'Postmark refuses files of this type.')],
  [
    412,
    refusal(
      AccountSuspendedError,
      'Postmark has not approved the account yet: it sends only to its own domain.',
    ),
  ],
  [413, refusal(AccountSuspendedError, 'The Postmark account may not send.')],
  [701, missing('message')],
  [1001, missing('bounce')],
  [1101, missing('template')],
  [1105, refusal(QuotaExceededError, 'The Postmark server has its 100 templates: delete one.')],
  [1130, refusal(ConflictError, 'Other templates use this layout.')],
  [1225, refusal(QuotaExceededError, 'The Postmark server has its full number of message streams.')],
  [1226, missing('message stream')],
]);
