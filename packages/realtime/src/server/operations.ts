import { defineOperation, type HttpAnswer, type HttpRequest } from '@org/core';
import { mapBatch, mapChannel, mapChannels, mapCounts, mapUsers } from './decode.ts';

/** Every request names the app in its path and the key in its query. */
interface Addressed {
  readonly appId: string;
  readonly key: string;
}

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

// Channel names and user ids are checked before and stand in the path as they are: the servers do not decode it.
function address(
  { appId, key }: Addressed,
  path: string,
): { readonly path: string; readonly query: { auth_key: string } } {
  return { path: `/apps/${encodeURIComponent(appId)}${path}`, query: { auth_key: key } };
}

function read(input: Addressed, path: string, query: HttpRequest['query'] = {}): HttpRequest {
  const target = address(input, path);
  return { method: 'GET', path: target.path, query: { ...target.query, ...query } };
}

function post(input: Addressed, path: string, json: object): HttpRequest {
  return { method: 'POST', ...address(input, path), json };
}

const json = (answer: HttpAnswer): unknown => answer.json();

/** Triggering twice delivers twice: the service knows no idempotency key. */
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
    read(input, `/channels/${input.channel}`, { info: input.info }),
  decode: (answer) => mapChannel(json(answer)),
});

export const listUsers = defineOperation({
  name: 'channel.users',
  safety: 'read',
  encode: (input: Addressed & { readonly channel: string }) =>
    read(input, `/channels/${input.channel}/users`),
  decode: (answer) => mapUsers(json(answer)),
});

export const terminateUser = defineOperation({
  name: 'user.terminate',
  safety: 'idempotent',
  encode: (input: Addressed & { readonly userId: string }) =>
    post(input, `/users/${input.userId}/terminate_connections`, {}),
  decode: () => undefined,
});
