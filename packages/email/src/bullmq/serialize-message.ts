import { InvalidInputError } from '@org/core';
import { decodeBase64, encodeBase64 } from '../model/base64.ts';
import { readMessage } from '../model/message/read-message.ts';
import type { EmailMessage } from '../model/message.ts';
import { ownValue } from '../model/reader.ts';
import type { SerializedMessage } from './job-data.ts';

/**
 * A message as JSON: attachments and `raw` as base64, `sendAt` and `date` as ISO dates.
 *
 * @throws InvalidInputError for a message that no service could send, or with streams or content to render
 */
export function serializeMessage(message: EmailMessage): SerializedMessage {
  const draft = readMessage(message);
  if (draft.isLate)
    throw new InvalidInputError({
      message:
        'A queue cannot hold streams, Blobs, functions or `content`: read attachments into bytes, and ' +
        'render `html` and `text` first.',
      outcome: 'not-sent',
    });
  const { raw } = draft.message;
  const { sendAt, date, attachments, raw: _, ...fields } = message;
  return JSON.parse(
    JSON.stringify(
      {
        ...fields,
        ...(sendAt === undefined ? {} : { sendAt: sendAt.toISOString() }),
        ...(date === undefined ? {} : { date: date.toISOString() }),
        ...(raw === undefined ? {} : { raw: encodeBase64(raw.bytes) }),
        ...(attachments === undefined ? {} : { attachments: attachments.map(serializeAttachment) }),
      },
      unchanged,
    ),
  );
}

function unchanged(this: object, name: string, value: unknown): unknown {
  const isChanged =
    typeof value === 'bigint' ||
    (typeof value === 'number' && !Number.isFinite(value)) ||
    value instanceof Map ||
    value instanceof Set ||
    // A Buffer has a toJSON(), whose result is `value`.
    ArrayBuffer.isView(ownValue(this, name));
  if (!isChanged) return value;
  throw new InvalidInputError({
    message:
      'A queue holds JSON only: `providerOptions` and `template.variables` cannot have bytes, a Map, a ' +
      'Set, a BigInt, NaN or Infinity.',
    outcome: 'not-sent',
  });
}

function serializeAttachment({ content, ...attachment }: NonNullable<EmailMessage['attachments']>[number]) {
  if (content instanceof Uint8Array) return { ...attachment, contentBase64: encodeBase64(content) };
  return content === undefined ? attachment : { ...attachment, content };
}

export function deserializeMessage({ sendAt, date, raw, ...fields }: SerializedMessage): EmailMessage {
  return {
    ...fields,
    ...(sendAt === undefined ? {} : { sendAt: new Date(sendAt) }),
    ...(date === undefined ? {} : { date: new Date(date) }),
    ...(raw === undefined ? {} : { raw: decodeBase64(raw) }),
  } as EmailMessage;
}
