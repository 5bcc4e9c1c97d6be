import type { Failure, OrgError } from '@org/core';
import type { FailureType } from '@org/core/driver';
import { type FailureKind, failureKinds } from '@org/core/tables';
import {
  AccountSuspendedError,
  MessageRejectedError,
  quotableWords,
  RecipientRejectedError,
  RecipientSuppressedError,
  SenderNotVerifiedError,
} from '../driver.ts';

/** The kinds of errors that a code of a mail service may mean. @public */
export type ErrorKind =
  | FailureKind
  | 'sender-not-verified'
  | 'recipient-rejected'
  | 'recipient-suppressed'
  | 'account-suspended'
  | 'message-rejected';

type Meaning = Partial<Failure> & Pick<Failure, 'type' | 'message'>;

const of = (base: Partial<Failure>, type: FailureType, message: string) => ({ ...base, type, message });
const { permission: ofAccount, 'bad-request': ofMessage } = failureKinds;

/** What each kind of error adds to the meaning of a status, for `classifyByTable`. @public */
export const emailFailureKinds: Readonly<Record<ErrorKind, Meaning>> = {
  ...failureKinds,
  'sender-not-verified': of(ofAccount, SenderNotVerifiedError, 'Verify the domain of `from`.'),
  'recipient-rejected': of(ofMessage, RecipientRejectedError, 'The service refused this recipient.'),
  'recipient-suppressed': of(
    ofMessage,
    RecipientSuppressedError,
    'The service does not send to this recipient: it is suppressed.',
  ),
  'account-suspended': of(ofAccount, AccountSuspendedError, 'The account is suspended.'),
  'message-rejected': of(ofMessage, MessageRejectedError, 'The service rejected the content.'),
};

/**
 * The error of a recipient, or of one message of a batch, that the service refused in a success. @public
 *
 * @example
 * const error = refusedAs('recipient-suppressed', { provider: 'acme', code: 'hard-bounce' });
 *
 * @param code - the service's own word for the reason
 * @param words - what it says besides
 */
export function refusedAs(
  kind: ErrorKind,
  {
    provider,
    code,
    words = code,
  }: { provider: string; code?: string | undefined; words?: string | undefined },
): OrgError {
  const { type: RefusedError, message } = emailFailureKinds[kind];
  const said = words === undefined ? '' : ` The service says: ${quotableWords(words)}`;
  const common = { provider, operation: 'send', outcome: 'not-sent', providerCode: code } as const;
  return new RefusedError({ ...common, message: `${message}${said}` });
}
