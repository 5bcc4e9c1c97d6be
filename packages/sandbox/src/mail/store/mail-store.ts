import type { CachedEventFields } from '../../cached-events.ts';
import type { InBackground } from '../../failures.ts';
import type { FaultFields } from '../../faults/fault-table.ts';
import type { MailEventKind } from '../../mail-event-kind.ts';
import { createTable, type Row, type Table } from '../../table.ts';
import type { MessageLabels, OpenMailbox } from '../mailbox/mailbox.ts';
import { checkRule, type EventRule, maxRules } from './event-rule.ts';
import { checkRow } from './row-shapes.ts';
import { requireWebhookUrl } from './webhook-url.ts';

/** Fields that only one service has, as it sent them. */
export type OwnFields = Readonly<Record<string, unknown>>;

/** One event of a message at a recipient. */
export interface Happening {
  readonly kind: MailEventKind;
  readonly recipient: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A message that a service accepted. Its content is in the mailbox, under the same id. */
export interface MessageFields {
  /** The service: `resend`. */
  readonly service: string;
  readonly from: string;
  /** Every recipient of the envelope. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly labels: MessageLabels;
  readonly state: 'sent' | 'scheduled' | 'cancelled';
  /** Recipients that get no mail, because they are suppressed. */
  readonly suppressed: readonly string[];
  /** Why, in the order of {@link suppressed}. */
  readonly suppressedBy?: readonly SuppressionFields['reason'][] | undefined;
  /** What happened to it, other than its delivery; the last 100. */
  readonly events?: readonly Happening[] | undefined;
  /** The recipients whose planned events have not happened yet, other than a delivery at once. */
  readonly planned?: readonly string[] | undefined;
  /** Why it was not delivered when its time came. It is scheduled still. */
  readonly failure?: string | undefined;
  /** Epoch milliseconds. */
  readonly sendAt?: number | undefined;
  readonly own: OwnFields;
}

export interface TemplateFields {
  readonly name: string;
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly own: OwnFields;
}

export interface ContactFields {
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly unsubscribed: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Ids of {@link ListFields}. */
  readonly lists: readonly string[];
  readonly own: OwnFields;
}

export interface ListFields {
  readonly name: string;
  readonly own: OwnFields;
}

export type SuppressionKind = 'address' | 'domain' | 'prefix' | 'suffix' | 'wildcard';

export interface SuppressionFields {
  /** The address, or what the kind says of it. */
  readonly email: string;
  /** @default `address` */
  readonly kind?: SuppressionKind | undefined;
  /** It holds for no mail. @default false */
  readonly isOff?: boolean | undefined;
  readonly reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual';
  /** The stream, group or sender that it holds for; `undefined` for all mail. */
  readonly scope?: string | undefined;
  readonly own: OwnFields;
}

/** A mail to all contacts, or to those of a list. */
export interface CampaignFields {
  readonly name: string;
  readonly subject: string;
  readonly status: string;
  readonly sentCount: number;
  readonly own: OwnFields;
}

/** A custom field that contacts may have. */
export interface PropertyFields {
  readonly name: string;
  readonly type: string;
  readonly own: OwnFields;
}

/** An address for webhooks, of one service. */
export interface WebhookFields {
  readonly service: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly own: OwnFields;
}

/** A message for later. Its row among the messages has the same id. */
export interface ScheduledFields {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** The bytes of the message, in base64. */
  readonly raw: string;
  readonly labels?: MessageLabels | undefined;
  /** Epoch milliseconds. */
  readonly sendAt: number;
}

/** The content of a message that no recipient got. Its row among the messages has the same id. */
export interface UndeliveredFields extends Omit<ScheduledFields, 'sendAt'> {
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
}

/** A row of one service alone, such as a job or an idempotency key. See `own-table.ts` and `own-rows.ts`. */
export interface EntryFields {
  readonly own: OwnFields;
}

export type Message = MessageFields & Row;
export type Template = TemplateFields & Row;
export type Contact = ContactFields & Row;
export type List = ListFields & Row;
export type Suppression = SuppressionFields & Row;
export type Campaign = CampaignFields & Row;
export type Webhook = WebhookFields & Row;

/** The data behind the HTTP APIs of all services: a row of one service is a row of each. */
export interface MailStore {
  readonly mailbox: OpenMailbox;
  readonly messages: Table<MessageFields>;
  readonly templates: Table<TemplateFields>;
  readonly contacts: Table<ContactFields>;
  readonly lists: Table<ListFields>;
  readonly suppressions: Table<SuppressionFields>;
  readonly properties: Table<PropertyFields>;
  readonly webhooks: Table<WebhookFields>;
  readonly campaigns: Table<CampaignFields>;
  readonly scheduled: Table<ScheduledFields>;
  readonly undelivered: Table<UndeliveredFields>;
  readonly rules: Table<{ readonly rule: EventRule }>;
  readonly entries: Table<EntryFields>;
  /** Those of the whole sandbox. */
  readonly faults: Table<FaultFields>;
  /** Those of the cache channels of realtime. */
  readonly cachedEvents: Table<CachedEventFields>;
  readonly maxMessageBytes: number;
  /** Recipients of one request, where a service states no limit. */
  readonly maxRecipients: number;
  /** Why an address may not send; `undefined` if it may. */
  readonly refuseSender: (address: string) => string | undefined;
  readonly inBackground: InBackground;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The parts of the mail service, and its limits. */
export interface MailStoreOptions
  extends Pick<
    MailStore,
    | ('mailbox' | 'faults' | 'cachedEvents' | 'refuseSender' | 'inBackground' | 'now')
    | ('maxMessageBytes' | 'maxRecipients')
  > {
  /** @default 50 000 */
  readonly maxContacts?: number | undefined;
  /** @default 5000 */
  readonly maxTemplates?: number | undefined;
}

const mebibyte = 1024 * 1024;

export function createMailStore({
  maxContacts = 50_000,
  maxTemplates = 5000,
  ...parts
}: MailStoreOptions): MailStore {
  // The outbox accepts all messages of a request or none.
  const isTakenBack = true;
  const { now } = parts;
  const limits = (maxRows: number, maxMiB: number) => ({ maxRows, maxBytes: maxMiB * mebibyte, now });
  return {
    ...parts,
    messages: createTable({ ...limits(10_000, 32), dropsOldest: true, check: checkRow('message') }),
    templates: createTable({ isTakenBack, ...limits(maxTemplates, 32), check: checkRow('template') }),
    contacts: createTable({
      isTakenBack,
      ...limits(maxContacts, 32),
      keyOf: ({ email }) => email.toLowerCase(),
      check: checkRow('contact'),
    }),
    lists: createTable({ isTakenBack, ...limits(1000, 1), check: checkRow('list') }),
    suppressions: createTable({
      isTakenBack,
      ...limits(10_000, 4),
      keyOf: suppressionKey,
      check: checkRow('suppression'),
    }),
    properties: createTable({ isTakenBack, ...limits(1000, 1), check: checkRow('property') }),
    webhooks: createTable({
      isTakenBack,
      ...limits(100, 1),
      check: checkRow('webhook', ({ url }) => requireWebhookUrl(url)),
    }),
    campaigns: createTable({ isTakenBack, ...limits(1000, 32), check: checkRow('campaign') }),
    scheduled: createTable({ ...limits(10_000, 44), check: checkRow('scheduled') }), // 32 MiB of messages
    undelivered: createTable({
      ...limits(1000, 44),
      dropsOldest: true,
      check: checkRow('undelivered message'),
    }),
    rules: createTable({
      ...limits(maxRules, 1),
      idOf: (serial) => `r${serial}`,
      check: checkRow('rule', ({ rule }) => checkRule(rule)),
    }),
    entries: createTable<EntryFields>({
      isTakenBack,
      ...limits(maxEntries.rows, maxEntries.bytes / mebibyte),
      dropsOldest: true,
      keyOf: ownerOf,
      onDropped: (row, limit) =>
        parts.inBackground(`Keeping all rows of "${ownerOf(row)}"`, () => {
          throw new RangeError(`the sandbox holds ${maxEntries[limit]} ${limit} of all kinds: the oldest go`);
        }),
      check: checkRow('entry'),
    }),
  };
}

const maxEntries = { rows: 100_000, bytes: 32 * mebibyte }; // of keys of idempotency, jobs, domains, …

/** The owner of an entry: the part of its id before the slash. */
const ownerOf = ({ id }: Row): string => id.slice(0, Math.max(0, id.indexOf('/')));

/** The address in lower case; the same for all that are no address. */
function suppressionKey({ email, kind = 'address' }: SuppressionFields): string {
  return kind === 'address' ? email.toLowerCase() : '';
}
