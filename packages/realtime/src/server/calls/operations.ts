import { defineOperation, type HttpRequest, type ServiceResponse } from '@org/core';
import { isRecord } from '../../internal/json.ts';
import { exactIds } from '../../protocol/exact-ids.ts';
import type { AppAddress } from '../app-identity.ts';
import { mapBatch, mapChannel, mapChannels, mapCounts, mapUsers } from './decode.ts';

/** Every request has the app's id in its path and the key in its query. */
export type Addressed = AppAddress;

export interface TriggerInput extends Addressed {
  readonly channels: readonly string[];
  readonly event: string;
  readonly data: string;
  readonly socketId?: string | undefined;
  readonly info?: string | undefined;
}

export interface BatchInput extends Addressed {
  readonly events: readonly (Omit<TriggerInput, keyof Addressed | 'channels'> & {
    readonly channel: string;
  })[];
}

interface Target {
  readonly path: string;
  readonly pathTemplate: string;
  readonly query: { readonly auth_key: string };
}

/** The value of `{id}` in the template. It may be personal, so no event contains it. */
type PathId = string | undefined;

// Channel names and user ids are checked before, and are not escaped, because the servers do not decode them.
function address({ appId, key }: Addressed, template: string, id: PathId): Target {
  const path = id === undefined ? template : template.replace('{id}', () => id);
  return {
    path: `/apps/${encodeURIComponent(appId)}${path}`,
    pathTemplate: `/apps/{app_id}${template}`,
    query: { auth_key: key },
  };
}

function read(input: Addressed, template: string, query: HttpRequest['query'], id?: PathId): HttpRequest {
  const target = address(input, template, id);
  return { method: 'GET', ...target, query: { ...target.query, ...query } };
}

function post(input: Addressed, template: string, json: object, id?: PathId): HttpRequest {
  return { method: 'POST', ...address(input, template, id), json };
}

const json = (answer: ServiceResponse): unknown => answer.json();

/**
 * The servers of this protocol respond to an event with `{}`, `{"ok":true}`, or counts. Another body, such as
 * a proxy's page, proves nothing.
 */
function isAccepted(answer: ServiceResponse): boolean {
  const body = json(answer);
  if (!isRecord(body)) return false;
  return (
    Object.keys(body).length === 0 ||
    body['ok'] === true ||
    isObject(body['channels']) ||
    isObject(body['batch'])
  );
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The service has no idempotency key, so a second request delivers the event a second time. */
export const triggerEvent = defineOperation({
  name: 'event.trigger',
  safety: 'unsafe',
  encode: (input: TriggerInput) =>
    post(input, '/events', {
      name: input.event,
      channels: input.channels,
      data: input.data,
      socket_id: input.socketId,
      info: input.info,
    }),
  isAccepted,
  decode: (answer) => mapCounts(json(answer)),
});

export const triggerBatch = defineOperation({
  name: 'event.trigger-batch',
  safety: 'unsafe',
  encode: (input: BatchInput) =>
    post(input, '/batch_events', {
      batch: input.events.map(({ channel, event, data, socketId, info }) => ({
        channel,
        name: event,
        data,
        socket_id: socketId,
        info,
      })),
    }),
  isAccepted,
  decode: (answer, input) => mapBatch(json(answer), input.events.length),
});

export const listChannels = defineOperation({
  name: 'channel.list',
  safety: 'read',
  encode: (input: Addressed & { readonly prefix?: string | undefined; readonly info?: string | undefined }) =>
    read(input, '/channels', { filter_by_prefix: input.prefix, info: input.info }),
  decode: (answer) => mapChannels(json(answer)),
});

export const getChannel = defineOperation({
  name: 'channel.get',
  safety: 'read',
  encode: (input: Addressed & { readonly channel: string; readonly info?: string | undefined }) =>
    read(input, '/channels/{id}', { info: input.info }, input.channel),
  decode: (answer) => mapChannel(json(answer)),
});

export const listUsers = defineOperation({
  name: 'channel.users',
  safety: 'read',
  encode: (input: Addressed & { readonly channel: string }) =>
    read(input, '/channels/{id}/users', {}, input.channel),
  decode: (answer) => mapUsers(exactIds(json(answer), answer.text())),
});

export const terminateUser = defineOperation({
  name: 'user.terminate',
  safety: 'idempotent',
  encode: (input: Addressed & { readonly userId: string }) =>
    post(input, '/users/{id}/terminate_connections', {}, input.userId),
  isAccepted,
});
