import { deepCopy } from '@org/core/driver';
import { readMailbox, readMailboxes } from './address.ts';
import { readAddressSpec } from './address-spec.ts';
import { readAttachment } from './attachment.ts';
import {
  attachmentLosses,
  headerLosses,
  metadataLosses,
  replyToLosses,
  tagLosses,
  textLosses,
  trackingLosses,
} from './fit/losses.ts';
import type { Loss, Refuse } from './fit/lossy.ts';
import { refuseBesideTemplate, refuseInline, refuseLate, refuseVariables } from './fit/refusals.ts';
import { readHeaders, readPriority, readUnsubscribe } from './headers.ts';
import type { NamesElsewhere } from './message/names-elsewhere.ts';
import {
  readAlternative,
  readInstant,
  readMessageId,
  readTag,
  readTracking,
} from './message/part-readers.ts';
import { readRawMail } from './message/raw-mail.ts';
import type { EmailMessage } from './message.ts';
import { listOf, mapOf, oneOf, parsedBy, type Reader, readBoolean } from './reader.ts';
import { readTemplateReference } from './resources/template.ts';
import { readFilledLine, readLine, readSubject, readText } from './text.ts';

/** What becomes of a field that a service does not carry. */
interface Absence {
  /**
   * `dropped`: left out, which is a loss. `merged`: its recipients get separate mails, which is a loss.
   * `refused`: without it, it would be another message.
   */
  readonly action: 'dropped' | 'merged' | 'refused';
  /** The loss, in words, or the reason of the refusal. */
  readonly detail: string;
}

/** All that the model knows about one field of a message. */
export interface Field<Value, Empty = unknown> {
  readonly read: Reader<Value>;
  /** Its value in a message without it. */
  readonly empty: Empty;
  /** For a service without the capability of this name; `undefined` where each service carries the field. */
  readonly absence: Absence | undefined;
  /** The parts that a service may not carry although it carries the field. */
  readonly losses: readonly Loss[];
  readonly refuse: Refuse | undefined;
  /** Addresses, which a service may refuse for letters outside ASCII before the @. */
  readonly hasAddresses: boolean;
  /** Names in other SDKs: their beginnings, in lower case. */
  readonly words: readonly string[];
}

type Rules = Partial<Pick<Field<unknown>, 'absence' | 'losses' | 'refuse' | 'hasAddresses' | 'words'>>;

function row<Value, Empty = undefined>(
  read: Reader<Value>,
  given: Rules & { readonly empty?: Empty } = {},
): Field<Value, Empty> {
  const none = { empty: undefined, absence: undefined, losses: [], refuse: undefined };
  return { read, ...none, hasAddresses: false, words: [], ...given } as Field<Value, Empty>;
}

const dropped = (detail: string): Absence => ({ action: 'dropped', detail });
const merged = (detail: string): Absence => ({ action: 'merged', detail });
const refused = (detail: string): Absence => ({ action: 'refused', detail });

/** The fields of a message, in the order in which they are fitted to a service. */
export const fields = {
  from: row(readMailbox, { hasAddresses: true, words: ['from'] }),
  to: row(readMailboxes, { empty: [], hasAddresses: true }),
  cc: row(readMailboxes, {
    empty: [],
    absence: merged('copies are sent as separate mails'),
    hasAddresses: true,
  }),
  bcc: row(readMailboxes, {
    empty: [],
    absence: merged('blind copies are sent as separate mails'),
    hasAddresses: true,
  }),
  subject: row(readSubject),
  html: row(readText, { words: ['html'] }),
  text: row(readText, { losses: textLosses, words: ['text'] }),
  content: row((value) => value),
  replyTo: row(readMailboxes, {
    empty: [],
    losses: replyToLosses,
    hasAddresses: true,
    words: ['reply'],
  }),
  priority: row(readPriority),
  listUnsubscribe: row(readUnsubscribe),
  headers: row(readHeaders, {
    empty: [],
    absence: dropped('the service accepts no headers'),
    losses: headerLosses,
  }),
  tags: row(listOf(readTag, ", such as ['welcome'] or [{ name, value }]"), {
    empty: [],
    absence: dropped('the service has no tags'),
    losses: tagLosses,
    words: ['categ', 'otag', 'emailtag'],
  }),
  metadata: row(mapOf(readLine), {
    empty: new Map<string, string>(),
    absence: dropped('the service does not return metadata'),
    losses: metadataLosses,
    words: ['custom', 'eventp'],
  }),
  sender: row(readMailbox, {
    absence: dropped('the service writes no Sender header'),
    refuse: refuseBesideTemplate('sender'),
    hasAddresses: true,
  }),
  envelopeFrom: row(parsedBy(readAddressSpec), {
    absence: dropped('the service chooses the reverse path itself'),
    hasAddresses: true,
  }),
  messageId: row(readMessageId, { absence: dropped('the service makes the Message-ID itself') }),
  date: row(readInstant, { absence: dropped('the service writes the Date itself') }),
  alternatives: row(listOf(readAlternative), {
    empty: [],
    absence: dropped('the service carries HTML and text only'),
    refuse: refuseBesideTemplate('alternatives'),
    words: ['amp', 'ical'],
  }),
  tracking: row(readTracking, {
    empty: { opens: undefined, clicks: undefined },
    losses: trackingLosses,
    words: ['track', 'otrack'],
  }),
  raw: row(parsedBy(readRawMail), {
    absence: refused('is not possible: the service takes no finished messages'),
  }),
  template: row(readTemplateReference, {
    absence: refused('is not possible: the service stores no templates'),
    refuse: refuseVariables,
  }),
  sendAt: row(readInstant, {
    absence: refused('is not possible: the service does not send later'),
    refuse: refuseLate,
    words: ['sched', 'odeliv'],
  }),
  stream: row(readFilledLine, {
    absence: refused('is not possible: the service has no streams'),
    words: ['messagest'],
  }),
  sandbox: row(readBoolean, {
    empty: false,
    absence: refused('is not possible: the service would send the mail'),
    words: ['mailsettings', 'otest', 'sandboxm'],
  }),
  attachments: row(listOf(readAttachment), {
    empty: [],
    absence: refused('are not possible'),
    losses: attachmentLosses,
    refuse: refuseInline,
  }),
  recipientVisibility: row(oneOf('individual', 'shared')),
  providerOptions: row(
    mapOf((value) => deepCopy(value)),
    { empty: new Map<string, unknown>() },
  ),
} satisfies Readonly<Record<Exclude<keyof EmailMessage, keyof NamesElsewhere> | 'content', object>>;

export type FieldName = keyof typeof fields;

/** The values of a message, each of them present. */
export type FieldValues = {
  readonly [Name in FieldName]:
    | Exclude<ReturnType<(typeof fields)[Name]['read']>, undefined>
    | (typeof fields)[Name]['empty'];
};
