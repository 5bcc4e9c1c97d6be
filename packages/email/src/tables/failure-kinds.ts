import { type Classify, type Failure, type OrgError, PayloadTooLargeError, ServerError } from '@org/core';
import type { FailureType } from '@org/core/driver';
import { classifyByTable, type ErrorTable, type FailureKind, failureKinds } from '@org/core/tables';
import {
  AccountSuspendedError,
  lookUp,
  MessageRejectedError,
  quotableWords,
  RecipientRejectedError,
  RecipientSuppressedError,
  redactAddresses,
  SenderNotVerifiedError,
} from '../driver.ts';

/** The kinds of errors that a code of a mail service may mean. @public */
export type ErrorKind =
  | FailureKind
  | 'sender-not-verified'
  | 'payload-too-large'
  | 'recipient-rejected'
  | 'recipient-suppressed'
  | 'account-suspended'
  | 'message-rejected';

const of = (base: Partial<Failure>, type: FailureType, message: string) => ({ ...base, type, message });

/** What each kind of error adds to the meaning of a status, for `classifyByTable`. @public */
export const emailFailureKinds: Readonly<
  Record<ErrorKind, Partial<Failure> & Pick<Failure, 'type' | 'message'>>
> = /* @__PURE__ */ kindsOfMail();

function kindsOfMail(): typeof emailFailureKinds {
  const { permission: ofAccount, 'bad-request': ofMessage } = failureKinds;
  return {
    ...failureKinds,
    'sender-not-verified': of(ofAccount, SenderNotVerifiedError, 'Verify the domain of `from`.'),
    'payload-too-large': of(ofMessage, PayloadTooLargeError, 'The message is too large for the service.'),
    'recipient-rejected': of(ofMessage, RecipientRejectedError, 'The service refused this recipient.'),
    'recipient-suppressed': of(
      ofMessage,
      RecipientSuppressedError,
      'The service does not send to this recipient: it is suppressed.',
    ),
    'account-suspended': of(ofAccount, AccountSuspendedError, 'The account is suspended.'),
    'message-rejected': of(ofMessage, MessageRejectedError, 'The service rejected the content.'),
  };
}

/** The same for a service that was not seen to answer a right key with a 401. */
const besideKey = /* @__PURE__ */ withoutKeyRefusals();

function withoutKeyRefusals(): typeof emailFailureKinds {
  const kinds = Object.entries(emailFailureKinds).map(
    ([kind, { credentialRefused: refused, ...meaning }]) => [
      kind,
      refused ? { ...meaning, credentialRefused: refused } : meaning,
    ],
  );
  return Object.fromEntries(kinds) as unknown as typeof emailFailureKinds;
}

/**
 * The classifier of a mail service with codes: the status, then what a table says about its code. A 401 is
 * about the key, whatever the code is. @public
 *
 * @param statuses - those that mean something else than in HTTP: a kind, or what the code says
 * @example
 * const classify = classifyByCodes({ code: 'error.code', kinds: { unverified: 'sender-not-verified' } });
 */
export function classifyByCodes(
  table: ErrorTable<ErrorKind>,
  statuses: Readonly<Record<number, ErrorKind | 'by-code'>> = {},
): Classify {
  const classify = classifyByTable(table, besideKey, redactAddresses);
  return (response, context) => {
    const failure = classify(response, context);
    const meant = statuses[failure?.status ?? 0];
    const kind = meant === 'by-code' ? lookUp(table.kinds ?? {}, failure?.providerCode) : meant;
    return failure && kind ? { ...failure, ...emailFailureKinds[kind] } : failure;
  };
}

/**
 * The failure of an attempt of a task: what the code of a thrown error means. With a code that the table does
 * not have, whether the service acted is not known. @public
 */
export function failureOfThrown(thrown: unknown, kinds: Readonly<Record<string, ErrorKind>>): Failure {
  const { code, message: words } = Object(thrown) as { readonly code?: unknown; readonly message?: unknown };
  const providerCode = typeof code === 'string' ? code : undefined;
  const kind = lookUp(kinds, providerCode);
  const unknown = { type: ServerError, message: 'The service failed; whether it acted is not known.' };
  return {
    outcome: 'unknown',
    replay: 'never',
    ...(kind === undefined ? unknown : emailFailureKinds[kind]),
    providerCode,
    words: typeof words === 'string' ? words : undefined,
    redact: redactAddresses,
  };
}

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
