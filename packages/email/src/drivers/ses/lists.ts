import { defineRequest } from '@org/core/driver';
import { itemRequest, jsonSchema } from '../../driver.ts';
import type { ContactList } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { listNameOf } from './contacts.ts';
import type { SesSettings } from './encode.ts';
import { provesCall } from './response.ts';

export interface Topic {
  readonly TopicName: string;
  readonly DisplayName: string;
  readonly Description?: string | undefined;
  readonly DefaultSubscriptionStatus: string;
}

/** The contact list: all that a `PUT` replaces. */
export interface TopicList {
  readonly topics: readonly Topic[];
  readonly description?: string | undefined;
}

const topic = z.object({
  TopicName: z.string(),
  DisplayName: z.optionalText(),
  Description: z.optionalText(),
  DefaultSubscriptionStatus: z.optionalText(),
});
const topicList = jsonSchema(
  z.object({ ContactListName: z.string(), Topics: z.nullish(z.array(topic)), Description: z.optionalText() }),
  ({ Topics, Description }): TopicList => ({
    description: Description ?? undefined,
    topics: (Topics ?? []).map((topic) => ({
      TopicName: topic.TopicName,
      DisplayName: topic.DisplayName ?? topic.TopicName,
      Description: topic.Description ?? undefined,
      DefaultSubscriptionStatus: topic.DefaultSubscriptionStatus ?? 'OPT_OUT',
    })),
  }),
);

export function toContactList({ TopicName, DisplayName, Description }: Topic): ContactList {
  return {
    id: TopicName,
    name: DisplayName,
    ...(Description === undefined ? {} : { description: Description }),
  };
}

const collection = '/v2/email/contact-lists';
const item = `${collection}/{list}`;

/** Requests of `lists`: an account has one contact list in a region, and topics in it. */
export function topicOperations(settings: SesSettings) {
  return {
    'topics.get': defineRequest({
      safety: 'read',
      encode: (_nothing: undefined) => itemRequest('GET', item, listNameOf(settings)),
      decode: topicList,
    }),
    'topics.create': defineRequest({
      safety: 'unsafe',
      encode: ({ topics }: TopicList) => ({
        method: 'POST',
        path: collection,
        json: { ContactListName: listNameOf(settings), Topics: topics },
      }),
      isAccepted: provesCall,
    }),
    'topics.replace': defineRequest({
      safety: 'idempotent',
      encode: ({ topics, description }: TopicList) =>
        itemRequest('PUT', item, listNameOf(settings), { Topics: topics, Description: description }),
      isAccepted: provesCall,
    }),
  };
}
