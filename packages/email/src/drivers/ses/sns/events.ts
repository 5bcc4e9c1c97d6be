import { parseIsoInstant } from '@org/core/driver';
import {
  type DeliveryEvent,
  type DeliveryEventType,
  readAddress,
  readJson,
  readWebhookBody,
  readWebhookItems,
} from '../../../driver.ts';
import * as z from '../../../wire/schema.ts';
import { bounceOf, type EventDetails, typeOf } from '../event-types.ts';
import { readSnsMessage, type SnsMessage } from './message.ts';

const recipients = z.array(
  z.object({ emailAddress: z.string(), status: z.optionalText(), diagnosticCode: z.optionalText() }),
);
const mail = z.object({
  messageId: z.optionalText(),
  timestamp: z.optionalText(),
  destination: z.nullish(z.array(z.string())),
  tags: z.nullish(z.record(z.string(), z.array(z.string()))),
});
const preferences = z.object({
  unsubscribeAll: z.nullish(z.boolean()),
  topicSubscriptionStatus: z.nullish(
    z.array(z.object({ topicName: z.optionalText(), subscriptionStatus: z.optionalText() })),
  ),
});

// The details of an event are in a field with the name of its type: `bounce`, `deliveryDelay`, `failure`.
const wireDetails = z.object({
  timestamp: z.optionalText(),
  bounceType: z.optionalText(),
  bounceSubType: z.optionalText(),
  complaintSubType: z.optionalText(),
  delayType: z.optionalText(),
  smtpResponse: z.optionalText(),
  reason: z.optionalText(),
  errorMessage: z.optionalText(),
  recipients: z.nullish(z.array(z.string())),
  bouncedRecipients: z.nullish(recipients),
  complainedRecipients: z.nullish(recipients),
  delayedRecipients: z.nullish(recipients),
  ipAddress: z.optionalText(),
  userAgent: z.optionalText(),
  link: z.optionalText(),
  newTopicPreferences: z.nullish(preferences),
});
const wireEvent = z.looseObject({
  eventType: z.optionalText(),
  notificationType: z.optionalText(),
  mail: z.nullish(mail),
});

type Mail = z.infer<typeof mail>;
type Details = z.infer<typeof wireDetails>;

const detailNames: ReadonlyMap<string, string> = new Map([
  ['Rendering Failure', 'failure'],
  ['DeliveryDelay', 'deliveryDelay'],
  ['Received', 'receipt'],
]);

const withReason: readonly string[] = ['Bounce', 'DeliveryDelay', 'Reject', 'Rendering Failure'];

/** The events of a verified message of SNS: one for each recipient that it names. */
export function readEvents(body: string) {
  const message = readSnsMessage(body);
  // A confirmation of a subscription is not an event.
  if (message !== undefined && message.Type !== 'Notification') return [];
  // Another publisher to the same topic may send any text.
  return readWebhookItems(readWebhookBody(message?.Message ?? body), {
    provider: 'ses',
    at: new Date(parseIsoInstant(message?.Timestamp ?? '') ?? 0),
    read: (raw) => (message === undefined ? undefined : readEvent(raw, message)),
  });
}

function readEvent(raw: unknown, message: SnsMessage): readonly DeliveryEvent[] | undefined {
  const wire = readJson(wireEvent, raw);
  const name = wire?.eventType ?? wire?.notificationType;
  const messageAt = parseIsoInstant(message.Timestamp) ?? 0;
  if (wire === undefined || name == null) return undefined;
  const given = wire[detailNames.get(name) ?? name.toLowerCase()];
  const details: Details = readJson(wireDetails, given ?? {}) ?? {};
  const common = {
    provider: 'ses',
    timestamp: new Date(parseIsoInstant(details.timestamp ?? wire.mail?.timestamp ?? '') ?? messageAt),
    ...fieldsOfMail(wire.mail ?? {}),
    ...fieldsOfDetails(details),
    raw,
  };
  const named = recipientsIn(details, wire.mail ?? {});
  return named.map(({ recipient, ...own }, index) => {
    const bounced = bounceDetails(details, own);
    return {
      ...common,
      type: name === 'Subscription' ? subscriptionType(details) : typeOf(name, bounced),
      id: named.length === 1 ? message.MessageId : `${message.MessageId}/${index}`,
      ...(recipient === undefined ? {} : { recipient }),
      ...(withReason.includes(name) ? { bounce: bounceOf(bounced) } : {}),
    };
  });
}

/** Tags and metadata are one in SES, except for the tags that SES adds itself. */
function fieldsOfMail({ messageId, tags }: Mail): Partial<DeliveryEvent> {
  const own = Object.entries(tags ?? {}).filter(([name]) => !name.startsWith('ses:'));
  return {
    ...(messageId == null ? {} : { messageId }),
    ...(own.length === 0
      ? {}
      : {
          tags: own.flatMap(([name, values]) => values.map((value) => ({ name, value }))),
          metadata: Object.fromEntries(own.map(([name, values]) => [name, values[0] ?? ''])),
        }),
  };
}

function fieldsOfDetails({ link, ipAddress, userAgent }: Details): Partial<DeliveryEvent> {
  return {
    ...(link == null ? {} : { click: { url: link } }),
    ...(ipAddress == null && userAgent == null
      ? {}
      : { client: { ip: ipAddress ?? undefined, userAgent: userAgent ?? undefined } }),
  };
}

/** Of `Bob <bob@example.com>`, as an address on a suppression list is written. */
function addressOf(text: string): string {
  const reading = readAddress(text);
  return 'value' in reading ? reading.value.address : text;
}

interface NamedRecipient {
  readonly recipient?: string | undefined;
  readonly status?: string | null | undefined;
  readonly diagnostic?: string | null | undefined;
}

function recipientsIn(details: Details, { destination }: Mail): readonly NamedRecipient[] {
  const { bouncedRecipients, complainedRecipients, delayedRecipients, recipients } = details;
  const described = bouncedRecipients ?? complainedRecipients ?? delayedRecipients;
  if (described != null && described.length > 0)
    return described.map(({ emailAddress, status, diagnosticCode }) => ({
      recipient: addressOf(emailAddress),
      status,
      diagnostic: diagnosticCode,
    }));
  const addresses = recipients ?? destination ?? [];
  return addresses.length === 0 ? [{}] : addresses.map((recipient) => ({ recipient }));
}

function bounceDetails(details: Details, own: Omit<NamedRecipient, 'recipient'>): EventDetails {
  const { bounceType, bounceSubType, complaintSubType, delayType, reason, errorMessage } = details;
  return {
    // A delayed mail is tried again.
    bounceType: bounceType ?? (delayType == null ? undefined : 'Transient'),
    subType: bounceSubType ?? complaintSubType ?? delayType,
    status: own.status,
    diagnostic: own.diagnostic ?? reason ?? errorMessage,
  };
}

/** Of a choice on SES's own page. The documents spell the status `OptOut`; the API spells it `OPT_OUT`. */
function subscriptionType({ newTopicPreferences }: Details): DeliveryEventType {
  const { unsubscribeAll, topicSubscriptionStatus } = newTopicPreferences ?? {};
  const statuses = (topicSubscriptionStatus ?? []).map((topic) => topic.subscriptionStatus ?? '');
  if (unsubscribeAll || statuses.some((status) => /^opt_?out$/i.test(status))) return 'unsubscribed';
  return statuses.some((status) => /^opt_?in$/i.test(status)) ? 'subscribed' : 'unknown';
}
