import type { Authorizer } from '../auth/authorizer.ts';
import type { ChannelFor } from '../channels/channel.ts';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypesOf } from '../channels/event-types.ts';
import type { Recovery } from '../channels/recovery-port.ts';
import type { SubscribeOptions } from '../channels/subscribe-options.ts';
import { Client } from '../client.ts';
import { readClientOptions } from '../client-options.ts';
import { unsupported, wrongInput } from '../internal/wrong-input.ts';
import { laterParts } from '../later-parts.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import { CentrifugoSocket } from './centrifugo-socket.ts';
import { type CentrifugoChannelName, requireCentrifugoName } from './channel-names.ts';
import { ClientState } from './client-state.ts';
import { type CentrifugoClientOptions, type CentrifugoOptions, readCentrifugoOptions } from './options.ts';
import { toServiceName } from './session.ts';
import { callForToken } from './tokens.ts';

/** Options of a subscription, without those that Centrifugo has no counterpart of. @public */
export type CentrifugoSubscribeOptions<Events extends object = object> = Omit<
  SubscribeOptions<Events & Record<string, unknown>>,
  'rewind'
> & { readonly rewind?: never };

/** A client of Centrifugo: that of other services, without sign-in and encrypted channels. @public */
export interface CentrifugoClient extends Omit<RealtimeClient, 'subscribe' | 'signIn' | 'user' | 'bind'> {
  /**
   * Subscribes, also after each reconnect. The prefix of the name is what the client asks for, and is no part
   * of Centrifugo's name: `presence-chat:7` is its channel `chat:7`, with members.
   *
   * @throws InvalidInputError for a name that is not printable ASCII
   * @throws UnsupportedError for an encrypted channel
   * @throws ClosedError once `close()` was called
   */
  subscribe<const Name extends string>(
    name: CentrifugoChannelName<Name>,
    options?: CentrifugoSubscribeOptions,
  ): ChannelFor<Name>;
  /** Subscribes with a definition: its events are typed and validated. */
  subscribe<Name extends string, Schemas extends EventSchemas, Info = unknown>(
    definition: ChannelDefinition<CentrifugoChannelName<Name> & Name, Schemas, Info>,
    options?: CentrifugoSubscribeOptions<EventTypesOf<Schemas>>,
  ): ChannelFor<Name, EventTypesOf<Schemas>, Info>;
}

/**
 * Creates a client of a Centrifugo server, version 6. It connects with the first `subscribe` or `connect`,
 * and recovers missed events where the server stores them. @public
 *
 * @example
 * const realtime = createCentrifugoClient({ host: 'ws.example.com', token: () => fetchToken() });
 * const news = realtime.subscribe('news:world');
 * news.on('publication', ({ data }) => console.log(data));
 *
 * @throws ConfigurationError for invalid options
 */
export function createCentrifugoClient(options: CentrifugoClientOptions = {}): CentrifugoClient {
  const own = readCentrifugoOptions(options);
  const state = new ClientState();
  const settings = readClientOptions({
    ...own.settings,
    key,
    host: own.host,
    authorize: createAuthorizer(own, state),
    recovery: createRecovery(own, state),
  });
  const requireChannel = requireCentrifugoName;
  const client = new Client({ ...settings, url: own.url, requireChannel }, laterParts);
  return Object.assign(client, { signIn: refuseSignIn }) as object as CentrifugoClient;
}

/** Stands for the app's key, which Centrifugo does not have. */
const key = 'centrifugo';

async function refuseSignIn(): Promise<never> {
  throw unsupported('signIn', 'Centrifugo has no sign-in: the token of the connection names its user.');
}

/** Keeps the channel's token for the subscribe command; what the client gets is its form of a token. */
function createAuthorizer({ subscriptionToken }: CentrifugoOptions, state: ClientState): Authorizer {
  return async ({ channelName, signal, socketId }) => {
    const channel = toServiceName(channelName);
    state.setToken(channelName, await subscriptionToken?.({ channel, signal }));
    const channelData = JSON.stringify({ user_id: state.memberOf(socketId) });
    return channelName.startsWith('presence-') ? { auth: `${key}:0`, channelData } : { auth: `${key}:0` };
  };
}

function createRecovery({ form, subscriptionToken, token }: CentrifugoOptions, state: ClientState): Recovery {
  return ({ openSocket: open }) => {
    const settings = {
      open,
      token,
      form,
      state,
      subscriptionToken: (name: string, signal: AbortSignal) =>
        callForToken(() => subscriptionToken?.({ channel: toServiceName(name), signal }) as string, signal),
    };
    return {
      openSocket: (url, listener, options) => new CentrifugoSocket(settings, url, listener, options),
      recovery: {
        take: (channel, subscriber) =>
          subscriber === undefined && state.verdict?.channel === channel ? state.verdict.of : undefined,
        note(channel, [, ...incomplete]) {
          if (incomplete.some((ms) => ms !== undefined)) state.addDoubt(channel, 'undelivered');
        },
        read() {
          throw wrongInput('rewind', 'Centrifugo has no rewind: fetch earlier events with refetch.');
        },
      },
    };
  };
}
