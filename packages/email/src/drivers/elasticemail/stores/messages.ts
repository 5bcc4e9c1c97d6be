import { defineRequest } from '@org/core/driver';
import { type DeliveryEventType, getItem, lookUp, offsetOf } from '../../../driver.ts';
import type { EventFilter, MessageRecipient, SentMessage } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { eventTypes } from '../events.ts';
import { defaultPageSize, toInstant, toQueryTime } from '../wire.ts';

const wireView = z.object({
  Preview: z.nullish(z.object({ Subject: z.optionalText() })),
  Status: z.object({
    To: z.optionalText(),
    Date: z.optionalText(),
    Status: z.optionalText(),
    TransactionID: z.optionalText(),
  }),
});

const viewStatuses: Readonly<Record<string, DeliveryEventType>> = {
  ReadyToSend: 'queued',
  Sending: 'queued',
  WaitingToRetry: 'deferred',
  Error: 'bounced',
  Sent: 'sent',
  Opened: 'opened',
  Clicked: 'clicked',
  Unsubscribed: 'unsubscribed',
  AbuseReport: 'complained',
};

const addresses = () => z.nullish(z.array(z.string()));
const wireJob = z.object({
  ID: z.string(),
  Failed: z.nullish(z.array(z.object({ Address: z.string() }))),
  Sent: addresses(),
  Delivered: addresses(),
  Pending: addresses(),
  Opened: addresses(),
  Clicked: addresses(),
  Unsubscribed: addresses(),
  AbuseReports: addresses(),
});

/** Each recipient with the latest of its states: later entries replace earlier ones. */
function recipientsIn(job: z.infer<typeof wireJob>): readonly MessageRecipient[] {
  const states: readonly (readonly [DeliveryEventType, readonly string[] | null | undefined])[] = [
    ['queued', job.Pending],
    ['sent', job.Sent],
    ['delivered', job.Delivered],
    ['bounced', job.Failed?.map(({ Address }) => Address)],
    ['opened', job.Opened],
    ['clicked', job.Clicked],
    ['unsubscribed', job.Unsubscribed],
    ['complained', job.AbuseReports],
  ];
  const latest = new Map(
    states.flatMap(([status, all]) => (all ?? []).map((address) => [address, status] as const)),
  );
  return [...latest].map(([recipient, status]) => ({ recipient, status }));
}

const wireEvents = z.array(
  z.looseObject({
    TransactionID: z.optionalText(),
    MsgID: z.optionalText(),
    To: z.optionalText(),
    EventType: z.string(),
    EventDate: z.optionalText(),
    ChannelName: z.optionalText(),
    MessageCategory: z.optionalText(),
    Message: z.optionalText(),
    IPAddress: z.optionalText(),
  }),
);

export type LogEvent = z.infer<typeof wireEvents>[number];

/** A mail as its preview shows it, with the id of its transaction. */
export interface ViewedMessage extends SentMessage {
  readonly transactionId: string | undefined;
}

/** Which events: of one transaction, or of all. */
export interface LogQuery extends EventFilter {
  readonly transactionId?: string | undefined;
}

const show = { showFailed: true, showSent: true, showDelivered: true, showPending: true, showOpened: true };

export const messageOperations = {
  'message.view': getItem('/emails/{msgid}/view', (response, id): ViewedMessage => {
    const { Preview, Status } = wireView.parse(response.json());
    const status = lookUp(viewStatuses, Status.Status) ?? 'unknown';
    return {
      id,
      status,
      subject: Preview?.Subject ?? undefined,
      createdAt: toInstant(Status.Date),
      recipients: Status.To ? [{ recipient: Status.To, status }] : undefined,
      transactionId: Status.TransactionID ?? undefined,
    };
  }),
  'message.job': defineRequest({
    safety: 'read',
    encode: (id: string) => ({
      method: 'GET',
      path: '/emails/{transactionid}/status',
      params: { transactionid: id },
      query: { ...show, showClicked: true, showAbuse: true, showUnsubscribed: true },
    }),
    decode: (response, id): SentMessage => {
      const recipients = recipientsIn(wireJob.parse(response.json()));
      // The service says nothing of times: of recipients in several states, none is the latest.
      const [status = 'queued', ...others] = new Set(recipients.map((each) => each.status));
      return { id, status: others.length === 0 ? status : 'unknown', recipients };
    },
  }),
  'message.log': defineRequest({
    safety: 'read',
    encode: ({ transactionId, type, from, to, pageSize, cursor }: LogQuery) => ({
      method: 'GET',
      path: transactionId === undefined ? '/events' : '/events/{transactionid}',
      params: transactionId === undefined ? undefined : { transactionid: transactionId },
      query: {
        // Only the log of all transactions has a filter of its own.
        eventTypes: type === undefined || transactionId !== undefined ? undefined : namesOf(type),
        from: toQueryTime(from),
        to: toQueryTime(to),
        orderBy: 'DateAscending',
        limit: Math.min(pageSize ?? defaultPageSize, 1_000),
        offset: offsetOf(cursor),
      },
    }),
    decode: wireEvents,
  }),
};

function namesOf(type: DeliveryEventType): readonly string[] | undefined {
  const names = Object.keys(eventTypes).filter((name) => eventTypes[name] === type);
  return names.length > 0 ? names : undefined;
}
