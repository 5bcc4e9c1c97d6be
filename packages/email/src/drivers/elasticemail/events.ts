import { isRecord } from '@org/core/driver';
import {
  type Bounce,
  type DeliveryEvent,
  type DeliveryEventType,
  lookUp,
  namedEvent,
  quotableWords,
  type RejectReason,
  smtpReplyIn,
} from '../../driver.ts';
import { toInstant } from './wire.ts';

export const provider = 'elasticemail';

/** The types of the event log. */
export const eventTypes: Readonly<Record<string, DeliveryEventType>> = {
  Submission: 'queued',
  FailedAttempt: 'deferred',
  Bounce: 'bounced',
  Sent: 'sent',
  Open: 'opened',
  Click: 'clicked',
  Unsubscribe: 'unsubscribed',
  Complaint: 'complained',
};

/** The statuses of webhooks ("Notification Settings"), in lower case. */
const statuses: Readonly<Record<string, DeliveryEventType>> = {
  sent: 'sent',
  opened: 'opened',
  clicked: 'clicked',
  error: 'bounced',
  abusereport: 'complained',
  unsubscribed: 'unsubscribed',
};

interface Category {
  readonly class: Bounce['class'];
  readonly reason?: RejectReason;
  /** Instead of `bounced`. */
  readonly type?: DeliveryEventType;
}

const soft = (reason: RejectReason): Category => ({ class: 'soft', reason, type: 'deferred' });

/** The categories of bounces, in lower case. */
const categories: Readonly<Record<string, Category>> = {
  spam: { class: 'soft', reason: 'spam-content' },
  contentfilter: { class: 'soft', reason: 'spam-content' },
  blacklisted: { class: 'soft', reason: 'blocked' },
  whitelistingproblem: { class: 'soft', reason: 'policy' },
  spfproblem: { class: 'soft', reason: 'policy' },
  accountproblem: { class: 'soft', reason: 'other' },
  nomailbox: { class: 'hard', reason: 'unknown-user' },
  greylisted: soft('other'),
  throttled: soft('other'),
  timeout: soft('timeout'),
  connectionproblem: soft('other'),
  connectionterminated: soft('other'),
  manualcancel: { class: 'undetermined', type: 'failed' },
  notdeliveredcancelled: { class: 'undetermined', type: 'failed' },
  codeerror: { class: 'undetermined', type: 'failed' },
};

/** An event in the service's own words, from a webhook or from the log. */
export interface WireEvent {
  readonly type: DeliveryEventType;
  /** The service's name of the event. */
  readonly name: string;
  readonly messageId: string | undefined;
  readonly recipient: string | undefined;
  readonly at: Date;
  readonly category?: string | undefined;
  readonly message?: string | undefined;
  readonly channel?: string | undefined;
  readonly target?: string | undefined;
  readonly postback?: string | undefined;
  readonly raw: unknown;
}

export function mapEvent(wire: WireEvent): Promise<DeliveryEvent> {
  const category = lookUp(categories, wire.category?.toLowerCase());
  const isFailure = wire.type === 'bounced' || wire.type === 'deferred';
  return namedEvent(`${wire.name} ${wire.target ?? ''}`, {
    type: wire.type === 'bounced' ? (category?.type ?? wire.type) : wire.type,
    provider,
    messageId: wire.messageId,
    recipient: wire.recipient,
    timestamp: wire.at,
    bounce: isFailure ? bounceOf(wire, category) : undefined,
    url: wire.target,
    tags: wire.channel,
    metadata: wire.postback ? metadataOf(wire.postback) : undefined,
    raw: wire.raw,
  });
}

function bounceOf({ type, message = '' }: WireEvent, category: Category | undefined): Bounce {
  return {
    class: type === 'deferred' ? 'soft' : (category?.class ?? 'undetermined'),
    category: category?.reason,
    ...smtpReplyIn(quotableWords(message)),
  };
}

/** The metadata as `send` wrote them; another program's text is `postback`. */
function metadataOf(postback: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(postback);
    if (isRecord(parsed)) return parsed;
  } catch {}
  return { postback };
}

/** An event of a webhook: its parameters, or the keys of its JSON, in any case. */
export async function readWebhookEvent(raw: unknown): Promise<DeliveryEvent | undefined> {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const texts = Object.entries(raw).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
  );
  const fields: Readonly<Record<string, string>> = Object.fromEntries(texts);
  const { status = '', messageid, transaction, to, date, category } = fields;
  return mapEvent({
    type: lookUp(statuses, status.toLowerCase()) ?? 'unknown',
    name: status,
    messageId: messageid || transaction || undefined,
    recipient: to || undefined,
    at: toInstant(date) ?? new Date(0),
    category,
    channel: fields['channel'],
    target: fields['target'],
    postback: fields['postback'],
    raw,
  });
}
