import {
  BadRequestError,
  type Classify,
  ConflictError,
  classifyStatus,
  createServiceResponse,
  type Failure,
  type OperationContext,
  PayloadTooLargeError,
  PermissionError,
} from '@org/core';
import { refineFailure, textAt } from '@org/core/driver';
import {
  AccountSuspendedError,
  type MeaningsByWords,
  meaningByWords,
  readJson,
  redactAddresses,
  SenderNotVerifiedError,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';

/** What an unsuccessful response means: dev.mailjet.com, "Status codes" and "Send API v3.1". */
export const classify: Classify = (response, context) => {
  const failure = classifyStatus(response, context);
  if (failure === undefined) return undefined;
  const json = response.json();
  const info = textAt(json, 'ErrorInfo');
  const words = [textAt(json, 'ErrorMessage'), info === '' ? undefined : info].filter(Boolean).join(' ');
  return refine(failure, textAt(json, 'ErrorCode'), words, textAt(json, 'ErrorIdentifier'));
};

/** The errors of one message of a send, in responses of any status. */
const text = z.optionalText();
const messageErrors = z.array(
  z.object({
    ErrorIdentifier: text,
    ErrorCode: text,
    ErrorMessage: text,
    StatusCode: z.nullish(z.number()),
    ErrorRelatedTo: z.nullish(z.array(z.string())),
  }),
);

/**
 * The failure of one message that Mailjet refused.
 *
 * @param status - that of the response, where it concerns the whole request
 */
export function messageFailure(errors: unknown, context: OperationContext, status?: number): Failure {
  const all = readJson(messageErrors, errors) ?? [];
  const { StatusCode, ErrorCode: code, ErrorIdentifier: id } = all[0] ?? {};
  const stated = createServiceResponse(status ?? StatusCode ?? 400, new Headers(), new Uint8Array());
  const failure = classifyStatus(stated, context) ?? { ...unstated, status: 400 };
  const issues = all.flatMap(({ ErrorRelatedTo: fields, ErrorMessage }) =>
    (fields ?? []).map((path) => ({ path, message: ErrorMessage ?? 'is not valid' })),
  );
  const words = all.map(({ ErrorMessage }) => ErrorMessage ?? '').join(' ');
  return { ...refine(failure, code, words, id), ...(issues.length === 0 ? {} : { issues }) };
}

const unstated: Failure = {
  type: BadRequestError,
  message: 'Mailjet refused the message.',
  outcome: 'not-sent',
  replay: 'never',
};

function refine(
  failure: Failure,
  code: string | null | undefined,
  words: string,
  id: string | null | undefined,
): Failure {
  return {
    ...refineFailure(failure, meanings.get(code ?? '') ?? meaningByWords(byWords, failure.status, words)),
    ...(code ? { providerCode: code } : {}),
    ...(id ? { providerRequestId: id } : {}),
    words,
    redact: redactAddresses,
    // The body repeats the code and the words.
    details: undefined,
  };
}

/** Refusals of the REST API, which has no codes. */
export const byWords: MeaningsByWords = [
  [400, /\balready exists\b/i, { type: ConflictError, message: 'Mailjet has this already.' }],
];

const invalid: Partial<Failure> = {
  type: BadRequestError,
  message: 'Mailjet refused the request as invalid.',
};
const senderRefused: Partial<Failure> = {
  type: SenderNotVerifiedError,
  message: 'Mailjet does not allow this sender. Validate its address or domain.',
};

export const meanings: ReadonlyMap<string, Partial<Failure>> = new Map<string, Partial<Failure>>([
  [
    'mj-0001',
    {
      type: AccountSuspendedError,
      message: 'Mailjet has suspended the key.',
      credentialRefused: false, // although the status is 401
    },
  ],
  ...['mj-0002', 'mj-0003', 'mj-0004', 'mj-0005', 'mj-0006', 'mj-0007', 'mj-0008'].map(
    (code) => [code, invalid] as const,
  ),
  ['send-0003', { type: BadRequestError, message: 'The message has no content for Mailjet.' }],
  ['send-0004', { type: BadRequestError, message: 'Mailjet refused content that is given twice.' }],
  ['send-0006', senderRefused],
  ['send-0007', senderRefused],
  ['send-0008', senderRefused],
  ['send-0010', { type: PermissionError, message: 'The template belongs to another account of Mailjet.' }],
  ['send-0011', { type: BadRequestError, message: 'Mailjet does not accept one of the `headers`.' }],
  ['send-0012', invalid],
  ['send-0013', invalid],
  ['send-0015', { type: PayloadTooLargeError, message: 'The message has too many recipients for Mailjet.' }],
  ['send-0016', invalid],
]);
