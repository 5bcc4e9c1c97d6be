import type { Authorization } from '../channels/private/load-private-channels.ts';
import { Client } from '../client.ts';
import { type RealtimeClientOptions, readClientOptions } from '../client-options.ts';
import type { ClientParts } from '../client-parts.ts';
import { isRecord } from '../internal/json.ts';
import { misconfigured, unsupported } from '../internal/wrong-input.ts';
import { channelKind } from '../protocol/channel-name.ts';
import type { UserGate } from '../user/load-user-room.ts';
import type { LightRealtimeClient } from './light-client.ts';
import type { PartCode, PartName, RealtimePart } from './parts.ts';
import { openServiceErrors } from './service-errors.ts';

/** The options of `createRealtimeClient` of `@org/realtime`, and the parts to add. @public */
export type LightRealtimeClientOptions<Part extends RealtimePart> = RealtimeClientOptions & {
  /** Parts of this entry: `privateChannels`, `presence`, … @defaultValue none */
  readonly use?: Part | readonly Part[] | undefined;
};

type NameOf<Part> = Part extends RealtimePart<infer Name> ? Name : never;
type WithTokens = 'privateChannels' | 'presence' | 'encryptedChannels';

/** `use` where parts are in the type; `authorize` and `authenticate` with theirs alone. */
type OptionsOfParts<Part> = ([Part] extends [never]
  ? { readonly use?: undefined }
  : { readonly use: Part | readonly Part[] }) &
  ([Extract<NameOf<Part>, WithTokens>] extends [never] ? { readonly authorize?: undefined } : unknown) &
  ([Extract<NameOf<Part>, 'users'>] extends [never] ? { readonly authenticate?: undefined } : unknown);

/**
 * `createRealtimeClient` of `@org/realtime` for a program that is one small file: the client has public
 * channels, and the parts in `use`. Options, events, errors and reconnects are the same. @public
 *
 * @example
 * const realtime = createRealtimeClient({ key: 'app-key', cluster: 'eu', use: [privateChannels, presence] });
 * realtime.subscribe('orders').on('paid', ({ data }) => console.log(data));
 *
 * @throws ConfigurationError for invalid options, and for the app's secret
 * @throws UnsupportedError for an option whose part is missing
 */
export function createRealtimeClient<Part extends RealtimePart = never>(
  options: LightRealtimeClientOptions<Part> & OptionsOfParts<Part> = {} as never,
): LightRealtimeClient<NameOf<Part>> {
  const settings = readClientOptions(options, { use: [] as Part | readonly Part[] });
  const used = [settings.use].flat().map(requirePart);
  const code: PartCode = Object.assign({ ...absent }, ...used.map((part) => part.code));
  const need = (name: PartName, what: string): void => {
    if (!used.some((part) => part.name === name)) throw missing(name, what);
  };
  if (settings.authorize !== undefined && code.channels === undefined) need('privateChannels', 'authorize');
  if (settings.authenticate !== undefined) need('users', 'authenticate');
  const requireChannel = (given: unknown): string => {
    const name = settings.requireChannel(given);
    const kind = channelKind(name);
    if (kind.presence) need('presence', name);
    else if (kind.encrypted) need('encryptedChannels', name);
    else if (kind.private) need('privateChannels', name);
    return name;
  };
  const client = new Client({ ...settings, requireChannel }, toClientParts(code));
  if (code.user === undefined) for (const name of ['user', 'signIn']) refuse(client, name, 'users');
  if (code.diagnose === undefined) refuse(client, 'diagnose', 'diagnosis');
  return client as object as LightRealtimeClient<NameOf<Part>>;
}

/** A polluted `Object.prototype` adds no part. */
const absent: { readonly [Name in keyof PartCode]-?: undefined } = {
  channels: undefined,
  userChannel: undefined,
  presence: undefined,
  encrypted: undefined,
  user: undefined,
  refetch: undefined,
  diagnose: undefined,
};
// `subscribe` refuses channels that need a token, and `signIn` is missing.
const noAuthorization = { close() {} } as Authorization;
const noUser = { whenSettled: (_signal, take) => void take(undefined), end() {} } as UserGate;

function toClientParts(code: PartCode): ClientParts {
  const { channels, diagnose, refetch, user, userChannel } = code;
  return {
    authorization: (context) => channels?.(context, code) ?? userChannel?.(context) ?? noAuthorization,
    user: user ?? (() => noUser),
    refetch:
      refetch ??
      (() => {
        throw missing('refetching', 'refetch');
      }),
    serviceErrors: openServiceErrors,
    diagnose: diagnose as ClientParts['diagnose'],
  };
}

const entry = '@org/realtime/light';

function requirePart(part: unknown): RealtimePart {
  if (isRecord(part) && isRecord(part['code'])) return part as object as RealtimePart;
  throw misconfigured(`use takes parts of '${entry}', like use: [privateChannels, presence].`);
}

function missing(name: PartName, what: string) {
  const advice = `import { ${name} } from '${entry}'; createRealtimeClient({ use: ${name} }).`;
  return unsupported(what, `${what} needs a part: ${advice}`);
}

/** Not enumerable, so that a client can be printed and copied. */
function refuse(client: object, name: string, part: PartName): void {
  const get = () => {
    throw missing(part, name);
  };
  // A polluted `Object.prototype` would add a `value`, which no getter has.
  Object.defineProperty(client, name, { __proto__: null, get, enumerable: false } as PropertyDescriptor);
}
