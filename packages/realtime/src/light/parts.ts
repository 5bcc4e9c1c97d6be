import { authorizeChannels } from '../auth/authorize-channels.ts';
import { Presence } from '../channels/presence.ts';
import { EncryptedInbound } from '../channels/private/encrypted-inbound.ts';
import { type Extensions, encryptedExtension } from '../channels/private/extensions.ts';
import {
  type Authorization,
  LazyAuthorization,
  waitForUser,
} from '../channels/private/load-private-channels.ts';
import { PrivateChannels, type PrivateChannelsContext } from '../channels/private/private-channels.ts';
import { LazyRefetch } from '../channels/refetch/lazy-refetch.ts';
import { Refetcher } from '../channels/refetch/refetcher.ts';
import { inboundPort } from '../channels/subscription/inbound-port.ts';
import type { ClientParts } from '../client-parts.ts';
import { diagnose } from '../diagnose/diagnose.ts';
import { LazyUser } from '../user/load-user-room.ts';
import { SignIn } from '../user/sign-in.ts';

/** The parts of a light client. @public */
export type PartName =
  | 'privateChannels'
  | 'presence'
  | 'encryptedChannels'
  | 'users'
  | 'refetching'
  | 'diagnosis';

/** The code of parts. */
export interface PartCode extends Partial<Pick<ClientParts, 'user' | 'refetch' | 'diagnose'> & Extensions> {
  /** The client refuses the names of channels whose extension is missing. */
  readonly channels?: (context: PrivateChannelsContext, extensions: Partial<Extensions>) => Authorization;
  /** Of the user's own channel alone. */
  readonly userChannel?: (context: PrivateChannelsContext) => Authorization;
}

/** A part of a light client, as a value: `createRealtimeClient({ use: privateChannels })`. @public */
export interface RealtimePart<Name extends PartName = PartName> {
  /** The name of the value. */
  readonly name: Name;
  /** For the client. */
  readonly code: object;
}

const channels: PartCode['channels'] = (context, extensions) =>
  new LazyAuthorization(context, async () => ({
    openPrivateChannels: (given, failure) => new PrivateChannels(given, failure, extensions as Extensions),
  }));

const part = <const Name extends PartName>(name: Name, code: PartCode): RealtimePart<Name> => ({
  name,
  code,
});

/** Private channels, `private-…`, with client events. @public */
export const privateChannels: RealtimePart<'privateChannels'> = /* @__PURE__ */ part('privateChannels', {
  channels,
});

/** Presence channels, `presence-…`, with members and client events. @public */
export const presence: RealtimePart<'presence'> = /* @__PURE__ */ part('presence', {
  channels,
  presence: async (channel, port, { hub }) => new Presence(channel, port, hub.report),
});

/** End-to-end encrypted channels, `private-encrypted-…`. @public */
export const encryptedChannels: RealtimePart<'encryptedChannels'> = /* @__PURE__ */ part(
  'encryptedChannels',
  {
    channels,
    encrypted: async (channel, port, context) =>
      encryptedExtension(new EncryptedInbound(inboundPort(channel, context, port.deliver))),
  },
);

/** `signIn()`, `user` and the watchlist. @public */
export const users: RealtimePart<'users'> = /* @__PURE__ */ part('users', {
  user: (context) => new LazyUser(context, async () => ({ SignIn })),
  userChannel: ({ user }) => ({
    channels: undefined,
    request: ({ signal }, port) => waitForUser(user, signal, port),
    close() {},
  }),
});

/** The options `refetch`, `initial` and `idOf` of `subscribe`. @public */
export const refetching: RealtimePart<'refetching'> = /* @__PURE__ */ part('refetching', {
  refetch: (parts) => new LazyRefetch(parts, async () => ({ Refetcher })),
});

/** `diagnose()`. @public */
export const diagnosis: RealtimePart<'diagnosis'> = /* @__PURE__ */ part('diagnosis', {
  diagnose: (client, options) => diagnose(client, options, async () => ({ authorizeChannels })),
});
