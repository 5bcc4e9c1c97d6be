// The interface of pusher-js 8 over the client of this package.

export { Channels } from './channels.ts';
export { Emitter } from './emitter.ts';
export { Members } from './members.ts';
export { Pusher, Pusher as default } from './pusher.ts';
export { Channel, type ChannelOwner, PresenceChannel } from './pusher-channel.ts';
export { Connection, type ConnectionState } from './pusher-connection.ts';
export type {
  Fields,
  LegacyAuthorizer,
  PusherAuthorization,
  PusherOptions,
  PusherTransport,
} from './pusher-options.ts';
export { User } from './pusher-user.ts';
