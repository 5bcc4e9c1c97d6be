import { defineRequest, invalidInput } from '@org/core/driver';
import {
  type DeliveryEvent,
  type DeliveryEventType,
  fromSeconds,
  getItem,
  itemRequest,
  namedEvent,
  type Page,
  readJson,
  readResponse,
  refuseFields,
  toDate,
} from '../../driver.ts';
import type { EventFilter, SentMessage } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { eventTypes } from './events.ts';
import { exactJson, provider } from './wire.ts';

const wireMessage = z.object({
  Data: z.array(
    z.object({ Status: z.optionalText(), ArrivedAt: z.optionalText(), Subject: z.optionalText() }),
  ),
});

const wireHistory = z.object({
  Data: z.array(
    z.looseObject({
      EventType: z.string(),
      EventAt: z.number(),
      Comment: z.optionalText(),
      Useragent: z.optionalText(),
    }),
  ),
});

/** The REST API has other forms of the names of events. */
const statuses: ReadonlyMap<string, DeliveryEventType> = new Map([
  ...eventTypes,
  ['queued', 'queued'],
  ['opened', 'opened'],
  ['clicked', 'clicked'],
  ['bounced', 'bounced'],
  ['hardbounced', 'bounced'],
  ['softbounced', 'bounced'],
  ['deferred', 'deferred'],
]);

const statusOf = (name: string): DeliveryEventType => statuses.get(name.toLowerCase()) ?? 'unknown';

function mapEvent(
  wire: z.infer<typeof wireHistory>['Data'][number],
  messageId: string,
): Promise<DeliveryEvent> {
  const diagnostic = wire.Comment;
  return namedEvent(wire.EventType, {
    provider,
    type: statusOf(wire.EventType),
    messageId,
    timestamp: fromSeconds(wire.EventAt),
    bounce: diagnostic ? { class: 'undetermined', diagnostic } : undefined,
    userAgent: wire.Useragent ?? undefined,
    raw: wire,
  });
}

export const messageOperations = {
  'message.get': getItem('/v3/REST/message/{id}', (response, id): SentMessage => {
    const wire = readJson(wireMessage, exactJson(response))?.Data[0];
    if (wire === undefined) throw new TypeError('The response has no message.');
    return {
      id,
      status: statusOf(wire.Status ?? ''),
      subject: wire.Subject || undefined,
      createdAt: toDate(wire.ArrivedAt),
    };
  }),
  'message.events': defineRequest({
    safety: 'read',
    encode: (filter: EventFilter) => {
      refuseFields(provider, filter, ['recipient', 'type', 'from', 'to']);
      if (filter.messageId === undefined)
        throw invalidInput('messageId', 'is missing: Mailjet lists the events of one message');
      return itemRequest('GET', '/v3/REST/messagehistory/{id}', filter.messageId);
    },
    decode: async (response, { messageId = '' }): Promise<Page<DeliveryEvent>> => {
      const { Data } = readResponse(provider, wireHistory, response);
      return { items: await Promise.all(Data.map((wire) => mapEvent(wire, messageId))) };
    },
  }),
};
