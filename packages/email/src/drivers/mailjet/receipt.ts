import { type OperationContext, ResponseFormatError, type ServiceResponse } from '@org/core';
import {
  allRejected,
  type BatchReceipts,
  batchReceipts,
  type PreparedMessage,
  quotableWords,
  type RecipientOutcome,
  readJson,
  recipientsOf,
  type SendReceipt,
  statusOf,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { classify, messageFailure } from './errors.ts';
import { exactJson, provider, wireId } from './wire.ts';

const recipients = z.nullish(
  z.array(z.object({ Email: z.string(), MessageUUID: z.optionalText(), MessageID: z.nullish(wireId()) })),
);
const sendBody = z.object({
  Messages: z.array(
    z.object({
      Status: z.string(),
      Errors: z.optional(z.unknown()),
      To: recipients,
      Cc: recipients,
      Bcc: recipients,
    }),
  ),
});

type SentMessage = z.infer<typeof sendBody>['Messages'][number];

function readMessages(response: ServiceResponse): readonly SentMessage[] | undefined {
  return readJson(sendBody, exactJson(response))?.Messages;
}

/** Mailjet states the failure of a message in a response of any status. */
export function classifySend(response: ServiceResponse, context: OperationContext) {
  const [message] = readMessages(response) ?? [];
  if (message === undefined) return classify(response, context);
  if (message.Status !== 'error') return undefined;
  return messageFailure(message.Errors, context, concernsAll(response) ? response.status : undefined);
}

/** A response with messages is about each of them: others may be accepted. */
export function classifyBatch(response: ServiceResponse, context: OperationContext) {
  const messages = readMessages(response) ?? [];
  const isAccepted = messages.some(({ Status }) => Status !== 'error');
  const isAboutEach = messages.length > 0 && (isAccepted || !concernsAll(response));
  return isAboutEach ? undefined : classify(response, context);
}

/** The key, a limit or a failed server: not the content of one message. */
function concernsAll({ status }: ServiceResponse): boolean {
  return status === 401 || status === 429 || status >= 500;
}

export function provesSend(response: ServiceResponse): boolean {
  return (readMessages(response)?.length ?? 0) > 0;
}

/** One entry for each message, in their order; an accepted one names its recipients. */
export function mapBatch(
  response: ServiceResponse,
  messages: readonly PreparedMessage[],
  context: OperationContext,
): BatchReceipts {
  const toReceipt = (sent: SentMessage, message: PreparedMessage) => receiptOf(message, sent, context);
  return batchReceipts(messages, readMessages(response) ?? [], toReceipt, names);
}

/** The receipt of a single message, whose entry is the only one. */
export function mapSend(
  response: ServiceResponse,
  message: PreparedMessage,
  context: OperationContext,
): SendReceipt {
  const [sent, ...others] = readMessages(response) ?? [];
  if (sent !== undefined && others.length === 0) return receiptOf(message, sent, context);
  throw new ResponseFormatError({
    message: "Mailjet's response to one message is about several: its outcome is not known.",
    provider,
    status: response.status,
  });
}

const wireRecipients = ({ To, Cc, Bcc }: SentMessage) => [...(To ?? []), ...(Cc ?? []), ...(Bcc ?? [])];

function names(sent: SentMessage, message: PreparedMessage): boolean {
  const wire = new Set(wireRecipients(sent).map(({ Email }) => Email.toLowerCase()));
  return recipientsOf(message).every((recipient) => wire.has(recipient.toLowerCase()));
}

function receiptOf(message: PreparedMessage, sent: SentMessage, context: OperationContext): SendReceipt {
  if (sent.Status !== 'success') return refused(message, sent.Errors, context);
  const wire = wireRecipients(sent);
  const outcomes = recipientsOf(message).map((recipient): RecipientOutcome => {
    const found = wire.find(({ Email }) => Email.toLowerCase() === recipient.toLowerCase());
    if (found === undefined) return { recipient, status: 'unknown' };
    // The REST API and every event know the number. In sandbox mode there is none.
    const id = [`${found.MessageID ?? ''}`, found.MessageUUID].find((text) => text && text !== '0');
    return { recipient, status: statusOf(message), ...(id ? { messageId: id } : {}) };
  });
  return { outcomes };
}

function refused(message: PreparedMessage, errors: unknown, context: OperationContext): SendReceipt {
  const { type: Type, message: text, words = '', ...failure } = messageFailure(errors, context);
  const { providerCode, status } = failure;
  const quoted = words === '' ? '' : ` The service says: ${quotableWords(words)}`;
  const error = new Type({
    message: `${text}${quoted}`,
    provider,
    operation: 'send.batch',
    outcome: 'not-sent',
    ...(providerCode === undefined ? {} : { providerCode }),
    ...(status === undefined ? {} : { status }),
  });
  return allRejected(message, error);
}
