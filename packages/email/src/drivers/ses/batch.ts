import {
  BadRequestError,
  type HttpRequest,
  NotFoundError,
  type OrgError,
  type OrgErrorFields,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  type ServiceResponse,
} from '@org/core';
import {
  AccountSuspendedError,
  allAccepted,
  allRejected,
  type BatchReceipts,
  batchReceipts,
  MessageRejectedError,
  type PreparedMessage,
  quotableWords,
  readJson,
  recipientsOf,
  SenderNotVerifiedError,
  type SendReceipt,
  undefinedIfEmpty,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import {
  encodeDestination,
  encodeHeader,
  encodeSender,
  encodeTags,
  encodeTemplate,
  encodeVariables,
  type SesSettings,
} from './encode.ts';

/** `POST /v2/email/outbound-bulk-emails`: messages with one `batchKey` (API reference, "SendBulkEmail"). */
export function encodeBatch(messages: readonly PreparedMessage[], settings: SesSettings): HttpRequest {
  const [first] = messages;
  if (first === undefined) throw new RangeError('A batch has at least one message.');
  return {
    method: 'POST',
    path: '/v2/email/outbound-bulk-emails',
    json: {
      ...encodeSender(first, settings),
      DefaultContent: { Template: { ...encodeTemplate(first), TemplateData: '{}' } },
      BulkEmailEntries: messages.map((message) => ({
        Destination: encodeDestination(message),
        ReplacementTags: undefinedIfEmpty(encodeTags(message)),
        ReplacementHeaders: undefinedIfEmpty(message.headers.map(encodeHeader)),
        ReplacementEmailContent: {
          ReplacementTemplate: { ReplacementTemplateData: encodeVariables(message) },
        },
      })),
    },
  };
}

const bulkBody = z.object({
  BulkEmailEntryResults: z.array(
    z.object({ Status: z.string(), Error: z.optionalText(), MessageId: z.optionalText() }),
  ),
});

export function provesBatch(response: ServiceResponse): boolean {
  return readJson(bulkBody, response.json()) !== undefined;
}

/** One result for each message, in order. */
export function decodeBatch(response: ServiceResponse, messages: readonly PreparedMessage[]): BatchReceipts {
  return batchReceipts(messages, readJson(bulkBody, response.json())?.BulkEmailEntryResults ?? [], receiptOf);
}

function receiptOf(
  result: z.infer<typeof bulkBody>['BulkEmailEntryResults'][number],
  message: PreparedMessage,
): SendReceipt {
  if (result.Status === 'SUCCESS') return allAccepted(message, result.MessageId ?? undefined);
  const [type, words, outcome = 'not-sent', retryable = false] = refusals.get(result.Status) ?? unstated;
  const said = result.Error ? ` ${quotableWords(result.Error)}` : '';
  const error = new type({
    message: `${words}${said}`,
    provider: 'ses',
    operation: 'send.batch',
    outcome,
    retryable,
    providerCode: result.Status,
  });
  if (outcome === 'not-sent') return allRejected(message, error);
  return { outcomes: recipientsOf(message).map((recipient) => ({ recipient, status: 'unknown', error })) };
}

type Refusal = readonly [
  type: new (fields: OrgErrorFields) => OrgError,
  message: string,
  outcome?: 'not-sent' | 'unknown',
  retryable?: boolean,
];

const unstated: Refusal = [ServerError, 'SES did not say what became of the message.', 'unknown'];
const suspended: Refusal = [
  AccountSuspendedError,
  'SES does not send for this account or configuration set.',
];
const noSet: Refusal = [NotFoundError, 'SES knows no configuration set with this name in this region.'];
const noTemplate: Refusal = [NotFoundError, 'SES knows no template with this id in this region.'];
const invalid: Refusal = [BadRequestError, 'SES refused the message as invalid.'];

/** The API model spells some of them in two ways. */
const refusals: ReadonlyMap<string, Refusal> = new Map<string, Refusal>([
  ['MESSAGE_REJECTED', [MessageRejectedError, 'SES rejected the content of the message.']],
  ['MAIL_FROM_DOMAIN_NOT_VERIFIED', [SenderNotVerifiedError, 'The domain of `from` is not verified in SES.']],
  ['CONFIGURATION_SET_NOT_FOUND', noSet],
  ['CONFIGURATION_SET_DOES_NOT_EXIST', noSet],
  ['TEMPLATE_NOT_FOUND', noTemplate],
  ['TEMPLATE_DOES_NOT_EXIST', noTemplate],
  ['ACCOUNT_SUSPENDED', suspended],
  ['ACCOUNT_SENDING_PAUSED', suspended],
  ['CONFIGURATION_SET_SENDING_PAUSED', suspended],
  [
    'ACCOUNT_THROTTLED',
    [RateLimitError, 'SES throttles this account. Send it again later.', 'not-sent', true],
  ],
  ['ACCOUNT_DAILY_QUOTA_EXCEEDED', [QuotaExceededError, 'The daily quota of the SES account is used up.']],
  [
    'INVALID_SENDING_POOL_NAME',
    [BadRequestError, 'The configuration set names an unknown pool of addresses.'],
  ],
  ['INVALID_PARAMETER', invalid],
  ['INVALID_PARAMETER_VALUE', invalid],
  ['TRANSIENT_FAILURE', [ServerError, 'SES failed for the moment. Send it again later.', 'not-sent', true]],
  ['FAILED', [ServerError, 'SES failed to process the message.', 'not-sent']],
]);
