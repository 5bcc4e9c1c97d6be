import { ResponseFormatError, type ServiceResponse } from '@org/core';
import { type DeliveryEvent, getItem, inGroup, makeEventId, readJson } from '../../driver.ts';
import type { SentMessage } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { bounceOf, typeOf } from './event-types.ts';
import { timeOf } from './response.ts';

const bounce = z.object({
  BounceType: z.optionalText(),
  BounceSubType: z.optionalText(),
  DiagnosticCode: z.optionalText(),
});
const complaint = z.object({ ComplaintSubType: z.optionalText() });
const details = z.object({ Bounce: z.nullish(bounce), Complaint: z.nullish(complaint) });
const wireEvent = z.object({ Timestamp: z.number(), Type: z.string(), Details: z.nullish(details) });
const recipient = z.object({ Destination: z.optionalText(), Events: z.nullish(z.array(wireEvent)) });
const insights = z.object({
  MessageId: z.string(),
  Subject: z.optionalText(),
  Insights: z.nullish(z.array(recipient)),
});

async function toEvent(
  messageId: string,
  recipient: string | null | undefined,
  wire: z.infer<typeof wireEvent>,
): Promise<DeliveryEvent> {
  const { Bounce, Complaint } = wire.Details ?? {};
  const subType = Bounce?.BounceSubType ?? Complaint?.ComplaintSubType;
  const base = {
    provider: 'ses',
    messageId,
    ...(recipient == null ? {} : { recipient }),
    timestamp: timeOf(wire.Timestamp) ?? new Date(0),
  };
  const details = { bounceType: Bounce?.BounceType, subType, diagnostic: Bounce?.DiagnosticCode };
  return {
    ...base,
    type: typeOf(wire.Type, { subType }),
    id: await makeEventId(base, wire.Type),
    ...(Bounce ? { bounce: bounceOf(details) } : {}),
    raw: wire,
  };
}

/** The recipients with their events, the earliest first. */
async function decodeInsights(response: ServiceResponse): Promise<SentMessage> {
  const body = readJson(insights, response.json());
  if (body === undefined)
    throw new ResponseFormatError({ message: 'The insights of SES are not in the documented form.' });
  const { MessageId: id, Subject, Insights } = body;
  const pending = (Insights ?? []).map(({ Destination, Events }) =>
    Promise.all((Events ?? []).map((wire) => toEvent(id, Destination, wire))),
  );
  const perRecipient = (await Promise.all(pending)).map(inOrder);
  const events = inOrder(perRecipient.flat());
  return {
    id,
    status: events.at(-1)?.type ?? 'queued',
    ...(Subject == null ? {} : { subject: Subject }),
    ...(events[0] === undefined ? {} : { createdAt: events[0].timestamp }),
    recipients: perRecipient.flatMap((own) => {
      const { recipient, type: status = 'unknown' } = own.at(-1) ?? {};
      return recipient === undefined ? [] : [{ recipient, status }];
    }),
    events,
  };
}

function inOrder(events: readonly DeliveryEvent[]): DeliveryEvent[] {
  return [...events].sort((a, b) => a.timestamp.getTime() - b.timestamp.getTime());
}

/** `GET /v2/email/insights/{id}/`, with the slash at the end: needs the Virtual Deliverability Manager. */
export const messageOperations = inGroup('message.get', {
  'message.get': getItem('/v2/email/insights/{id}/', decodeInsights),
});
