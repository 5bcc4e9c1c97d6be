import type { RealtimeClientSettings } from '../client-options.ts';
import { readOptions } from '../internal/read-options.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { completeAddress, type RealtimeAddress, serviceUrl } from '../protocol/address.ts';
import { type CentrifugoEventForm, defaultForm } from './event-form.ts';
import type { CentrifugoSubscriptionTokenRequest, CentrifugoToken } from './tokens.ts';

/** The settings of a client that have the same meaning on Centrifugo. */
type SharedSettings = Pick<RealtimeClientSettings, (typeof shared)[number]>;

/** Options of `createCentrifugoClient`. @public */
export interface CentrifugoClientOptions extends SharedSettings {
  /** A host name alone, like `ws.example.com`. @defaultValue REALTIME_HOST, REALTIME_PORT */
  readonly host?: string | undefined;
  /** @defaultValue 443 with TLS, 80 without */
  readonly port?: number | undefined;
  /** @defaultValue true, except on loopback */
  readonly useTls?: boolean | undefined;
  /** For a server behind a prefix, like `/realtime`; `/connection/websocket` follows it. */
  readonly pathPrefix?: string | undefined;
  /**
   * The connection's JSON Web Token. A function is called for each connection, and before a token expires;
   * one that throws is called again later, and one that returns no text ends the attempts.
   *
   * @defaultValue none: the server decides whether it takes such connections
   */
  readonly token?: string | CentrifugoToken | undefined;
  /**
   * Gets the tokens of `private-` and `presence-` channels, and renews them. `undefined` for a channel that
   * the server allows without one. Throw to refuse.
   *
   * @defaultValue none: these channels have no tokens
   */
  readonly subscriptionToken?:
    | ((request: CentrifugoSubscriptionTokenRequest) => string | undefined | Promise<string | undefined>)
    | undefined;
  /** How publications carry events. @defaultValue `{ event, data }` */
  readonly events?: CentrifugoEventForm | undefined;
}

const shared = [
  'onEvent',
  'autoConnect',
  'socket',
  'lingerMs',
  'reconnect',
  'connectTimeoutMs',
  'activityTimeoutMs',
  'pongTimeoutMs',
  'subscribeTimeoutMs',
  'authorizeTimeoutMs',
  'authorizeConcurrency',
  'retryAuthorization',
  'maxMessageBytes',
  'maxEventBytes',
  'maxClientEventsPerSecond',
  'maxQueuedClientEvents',
  'signals',
  'runtime',
] as const;

type Names = { readonly [Name in keyof CentrifugoClientOptions]-?: undefined };

const defaults = {
  ...Object.fromEntries(shared.map((name) => [name, undefined])),
  host: undefined,
  port: undefined,
  useTls: undefined,
  pathPrefix: undefined,
  token: undefined,
  subscriptionToken: undefined,
  events: undefined,
} as Names;

// Names of other libraries, and of this package's other client.
const otherNames = [
  [/^(?:getToken|key|appKey|jwt|auth(?:enticate)?$)/i, 'token'],
  [/authorize|subscriptionToken/i, 'subscriptionToken'],
  [/^(?:url|endpoint|wsHost|cluster)/i, 'host'],
] as const;

const findMeant = (name: string) => otherNames.find(([other]) => other.test(name))?.[1];

/** The options of Centrifugo, and those of every client. */
export type CentrifugoOptions = ReturnType<typeof readCentrifugoOptions>;

/** @throws ConfigurationError */
export function readCentrifugoOptions(given: CentrifugoClientOptions) {
  const options: CentrifugoClientOptions = readOptions<CentrifugoClientOptions, Names>(
    'createCentrifugoClient()',
    given,
    defaults,
    findMeant,
  );
  const { events = defaultForm, pathPrefix, port, socket, subscriptionToken, token, useTls } = options;
  const address = completeAddress({ host: options.host, port, useTls, pathPrefix } as RealtimeAddress);
  if (address.host === undefined) throw misconfigured('host is missing: pass it, or set REALTIME_HOST.');
  if (token !== undefined && typeof token !== 'function' && (typeof token !== 'string' || token === ''))
    throw misconfigured('token must be a text, or a function that returns one.');
  if (subscriptionToken !== undefined && typeof subscriptionToken !== 'function')
    throw misconfigured('subscriptionToken must be a function.');
  if (typeof Object(events).read !== 'function' || typeof Object(events).write !== 'function')
    throw misconfigured('events must be an object with the functions read and write.');
  if (typeof socket === 'function' && 'isShared' in socket)
    throw misconfigured('sharedSocket does not work with Centrifugo. Use one of them.');
  const url = `${serviceUrl(address, { scheme: 'ws', subdomain: 'ws' })}/connection/websocket`;
  const settings = Object.fromEntries(shared.map((name) => [name, options[name]])) as SharedSettings;
  return { url, host: address.host, token, subscriptionToken, form: events, settings };
}
