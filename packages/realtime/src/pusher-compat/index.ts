// The interface of pusher-js 8 over the client of this package.
export { Channel, type ChannelOwner, PresenceChannel } from './channel.ts';
export { Channels } from './channels.ts';
export { Connection, type ConnectionState } from './connection.ts';
export { Emitter, type EventCallback, type GlobalCallback } from './emitter.ts';
export { Members } from './members.ts';
export { Pusher, Pusher as default } from './pusher.ts';
export type {
  Fields,
  LegacyAuthorizer,
  LegacyAuthorizerOptions,
  PusherAuthorization,
  PusherOptions,
  PusherTransport,
  TokenCallback,
} from './pusher-options.ts';
export { User } from './user.ts';
