import type { Failure } from '@org/core';
import type { FailureType } from '@org/core/driver';
import { type FailureKind, failureKinds } from '@org/core/tables';
import {
  AccountSuspendedError,
  MessageRejectedError,
  RecipientSuppressedError,
  SenderNotVerifiedError,
} from '../driver.ts';

/** The kinds of errors that a code of a mail service may mean. @public */
export type ErrorKind =
  | FailureKind
  | 'sender-not-verified'
  | 'recipient-suppressed'
  | 'account-suspended'
  | 'message-rejected';

const of = (base: Partial<Failure>, type: FailureType, message: string) => ({ ...base, type, message });
const { permission: ofAccount, 'bad-request': ofMessage } = failureKinds;

/** What each kind of error adds to the meaning of a status, for `classifyByTable`. @public */
export const emailFailureKinds: Readonly<Record<ErrorKind, Partial<Failure>>> = {
  ...failureKinds,
  'sender-not-verified': of(ofAccount, SenderNotVerifiedError, 'Verify the domain of `from`.'),
  'recipient-suppressed': of(
    ofMessage,
    RecipientSuppressedError,
    'The service does not send to this recipient.',
  ),
  'account-suspended': of(ofAccount, AccountSuspendedError, 'The account is suspended.'),
  'message-rejected': of(ofMessage, MessageRejectedError, 'The content was rejected.'),
};
