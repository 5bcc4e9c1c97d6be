import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  type EventFacts,
  eventOf,
  lookUp,
  namedEvent,
  quotableWords,
  type RejectReason,
  readJson,
  smtpReplyIn,
  toDate,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { messageIdArgument } from './encode.ts';
import type { ActivityDetails, ActivityEvent } from './stores/activity.ts';
import { fromEpochSeconds } from './wire.ts';

const provider = 'sendgrid';

const wireEvent = z.looseObject({
  event: z.string(),
  timestamp: z.number(),
  email: z.optionalText(),
  sg_event_id: z.optionalText(),
  sg_message_id: z.optionalText(),
  category: z.nullish(z.union([z.string(), z.array(z.string())])),
  reason: z.optionalText(),
  response: z.optionalText(),
  status: z.optionalText(),
  type: z.optionalText(),
  bounce_classification: z.optionalText(),
  url: z.optionalText(),
  ip: z.optionalText(),
  useragent: z.optionalText(),
  sg_machine_open: z.nullish(z.boolean()),
});

type WireEvent = z.infer<typeof wireEvent>;

const types: Readonly<Record<string, DeliveryEventType>> = {
  processed: 'queued',
  delivered: 'delivered',
  deferred: 'deferred',
  bounce: 'bounced',
  dropped: 'rejected',
  spamreport: 'complained',
  open: 'opened',
  click: 'clicked',
  unsubscribe: 'unsubscribed',
  group_unsubscribe: 'unsubscribed',
  group_resubscribe: 'subscribed',
};

/** Reasons of `dropped` that are an entry of a suppression list. */
const suppressedReasons: Readonly<Record<string, RejectReason>> = {
  'bounced address': 'unknown-user',
  'unsubscribed address': 'unsubscribed',
  'spam reporting address': 'unsubscribed',
};

const classifications: Readonly<Record<string, RejectReason>> = {
  'invalid address': 'invalid-address',
  content: 'spam-content',
  reputation: 'blocked',
  'frequency or volume too high': 'policy',
};

export async function readEvent(raw: unknown, receivedAt: Date): Promise<DeliveryEvent | undefined> {
  const wire = readJson(wireEvent, raw);
  if (wire === undefined) return undefined;
  const isSeen = wire.event === 'open' || wire.event === 'click';
  const facts = {
    type: typeOf(wire),
    provider,
    messageId: messageIdOf(wire),
    recipient: wire.email ?? undefined,
    timestamp: fromEpochSeconds(wire.timestamp) ?? receivedAt,
    bounce: bounceOf(wire),
    url: wire.url ?? undefined,
    ...(isSeen && clientOf(wire)),
    tags: wire.category,
    metadata: metadataOf(wire),
    raw,
  };
  return wire.sg_event_id ? eventOf(wire.sg_event_id, facts) : namedEvent(wire.event, facts);
}

function typeOf({ event, reason }: WireEvent): DeliveryEventType {
  if (event === 'dropped' && lookUp(suppressedReasons, reason?.toLowerCase())) return 'suppressed';
  return lookUp(types, event) ?? 'unknown';
}

/** Ours, else SendGrid's of the request: `sg_message_id` up to the first dot. */
function messageIdOf(wire: WireEvent): string | undefined {
  const own = wire[messageIdArgument];
  return typeof own === 'string' ? own : (wire.sg_message_id?.split('.')[0] ?? undefined);
}

function bounceOf(wire: WireEvent): Bounce | undefined {
  if (!['bounce', 'dropped', 'deferred'].includes(wire.event)) return undefined;
  const words = wire.reason ?? wire.response ?? '';
  const status = /^[245]\.\d{1,3}\.\d{1,3}$/.exec(wire.status ?? '')?.[0];
  return {
    class: classOf(wire),
    category: categoryOf(wire),
    ...smtpReplyIn(quotableWords(words)),
    ...(status === undefined ? {} : { enhancedCode: status }),
  };
}

function classOf({ event, type }: WireEvent): Bounce['class'] {
  if (event === 'deferred' || type === 'blocked') return 'soft';
  return event === 'bounce' ? 'hard' : 'undetermined';
}

function categoryOf({ type, reason, bounce_classification }: WireEvent): RejectReason | undefined {
  const known = {
    ...suppressedReasons,
    'spam content': 'spam-content' as const,
    invalid: 'invalid-address' as const,
  };
  const named =
    lookUp(known, reason?.toLowerCase()) ?? lookUp(classifications, bounce_classification?.toLowerCase());
  if (named !== undefined) return named;
  if (type === 'blocked') return 'blocked';
  return bounce_classification ? 'other' : undefined;
}

function clientOf({ ip, useragent, sg_machine_open }: WireEvent): Partial<EventFacts> {
  const machineOpen = sg_machine_open ?? undefined;
  return { ip: ip ?? undefined, userAgent: useragent ?? undefined, machineOpen };
}

/** SendGrid's own keys of an event; every other text is a custom argument. */
const ownKeys = new Set(
  [
    'email event timestamp smtp-id category reason response status type attempt ip tls cert_err useragent',
    'url url_offset bounce_classification asm_group_id newsletter send_at phase_id post_type template_id',
    messageIdArgument,
  ]
    .join(' ')
    .split(' '),
);
const ownPrefix = /^(?:sg_|mc_|marketing_campaign_|singlesend_)/;

function metadataOf(wire: WireEvent): Record<string, string> | undefined {
  const entries = Object.entries(wire).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && !ownKeys.has(entry[0]) && !ownPrefix.test(entry[0]),
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const activityTypes: Readonly<Record<string, DeliveryEventType>> = {
  ...types,
  bounced: 'bounced',
  opened: 'opened',
  clicked: 'clicked',
  spam_report: 'complained',
};

/** The events of one mail in the Email Activity feed. */
export function mapActivity(
  { msg_id, to_email, events }: ActivityDetails,
  messageId = msg_id.split('.')[0],
): Promise<DeliveryEvent[]> {
  const map = (event: ActivityEvent) =>
    namedEvent(event.event_name, {
      type: lookUp(activityTypes, event.event_name) ?? 'unknown',
      provider,
      messageId,
      recipient: to_email,
      timestamp: toDate(event.processed) ?? new Date(0),
      bounce: activityBounce(event),
      url: event.url ?? undefined,
      userAgent: event.http_user_agent ?? undefined,
      raw: event,
    });
  return Promise.all((events ?? []).map(map));
}

function activityBounce({ event_name, reason, bounce_type }: ActivityEvent): Bounce | undefined {
  if (!['bounced', 'dropped', 'deferred'].includes(event_name)) return undefined;
  const known = bounce_type === 'hard' || bounce_type === 'soft';
  return {
    class: known ? bounce_type : event_name === 'deferred' ? 'soft' : 'undetermined',
    ...smtpReplyIn(quotableWords(reason ?? '')),
  };
}
