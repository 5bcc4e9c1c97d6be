import { defineRequest } from '@org/core/driver';
import {
  cannotCarry,
  type DeliveryEvent,
  type DeliveryEventType,
  jsonSchema,
  type Page,
  toDate,
} from '../../driver.ts';
import type { EventFilter } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { withoutUndefined } from './failure-body.ts';

// `packages/types/src/api/activity.ts` of Plunk's source.
const types: readonly (readonly [wire: string, type: DeliveryEventType])[] = [
  ['email.sent', 'sent'],
  ['email.delivered', 'delivered'],
  ['email.opened', 'opened'],
  ['email.clicked', 'clicked'],
  ['email.bounced', 'bounced'],
  ['email.complaint', 'complained'],
  ['email.suppressed', 'suppressed'],
  ['email.received', 'inbound'],
];

const activityPage = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      type: z.string(),
      timestamp: z.string(),
      contactEmail: z.optionalText(),
      metadata: z.nullish(z.looseObject({ error: z.optionalText() })),
    }),
  ),
  cursor: z.optionalText(),
  hasMore: z.nullish(z.boolean()),
});

/** The id of an activity is that of its mail, and what happened: `<id>_delivered`. */
function mapActivity(activity: z.infer<typeof activityPage>['data'][number]): DeliveryEvent {
  const [, type = 'unknown'] = types.find(([wire]) => wire === activity.type) ?? [];
  const diagnostic = activity.metadata?.error ?? undefined;
  return withoutUndefined({
    type,
    id: activity.id,
    provider: 'plunk',
    messageId: activity.id.slice(0, activity.id.lastIndexOf('_')),
    recipient: activity.contactEmail ?? undefined,
    timestamp: toDate(activity.timestamp) ?? new Date(0),
    bounce: type === 'bounced' ? withoutUndefined({ class: 'undetermined', diagnostic } as const) : undefined,
    raw: activity,
  });
}

/** A filter whose recipient is known by the id of the contact. */
export interface ActivityFilter extends Omit<EventFilter, 'recipient'> {
  readonly contactId?: string | undefined;
}

export const activityOperations = {
  'activity.list': defineRequest({
    safety: 'read',
    encode: ({ messageId, type, from, to, contactId, cursor, pageSize }: ActivityFilter) => {
      if (messageId !== undefined)
        throw cannotCarry(
          'plunk',
          'messageId',
          'is not possible: Plunk finds events by contact and time',
          'Use `recipient`, `from` and `to`.',
        );
      const wanted = types.filter(([, own]) => type === undefined || own === type);
      if (wanted.length === 0) throw cannotCarry('plunk', 'type', 'is not an activity of Plunk');
      return {
        method: 'GET',
        path: '/activity',
        query: {
          types: wanted.map(([wire]) => wire).join(),
          contactId,
          startDate: from?.toISOString(),
          // Plunk's end counts as well.
          endDate: to && new Date(to.getTime() - 1).toISOString(),
          cursor,
          limit: pageSize,
        },
      };
    },
    decode: jsonSchema(
      activityPage,
      ({ data, cursor, hasMore }): Page<DeliveryEvent> => ({
        items: data.map(mapActivity),
        nextCursor: hasMore === false ? undefined : (cursor ?? undefined),
      }),
    ),
  }),
};
