import { type CallOptions, ConfigurationError } from '@org/core';
import type { DriverSession, EngineOptions } from '@org/core/driver';
import { lifecycleOf, type Member, memberEntries, openMember } from '@org/core/failover';
import type { BatchReceipts } from '../driver/batch-receipts.ts';
import type { EmailDriver } from '../driver/email-driver.ts';
import type { BatchOperations, SendOperations } from '../driver/operations.ts';
import type { EmailCapabilities, MessageCapabilities } from '../model/capabilities.ts';
import type { LossyMapping } from '../model/fit/lossy.ts';
import type { PreparedMessage } from '../model/message.ts';
import type { SendReceipt } from '../model/send-result.ts';
import { commonCapabilities, withAllParts, withoutHarmless } from './common-capabilities.ts';

/** A driver, alone or with separate engine options: a limiter, a circuit breaker, retries. @public */
export type ComposedEntry = EmailDriver<EmailCapabilities> | ComposedEntryOptions;

/** A list of drivers; the compiler prints the form in its error for another one. @public */
export interface EntryList<Entry, _Form extends string> extends ReadonlyArray<Entry> {}

/** A driver with engine options that replace those of the client. @public */
export interface ComposedEntryOptions extends EngineOptions {
  readonly driver: EmailDriver<EmailCapabilities>;
}

/** Sending, as far as all drivers can, with the typed options of each. @public */
export interface ComposedCapabilities<Entry> extends EmailCapabilities {
  readonly templates: false;
  readonly contacts: false;
  readonly lists?: false;
  readonly suppressions?: false;
  readonly messages?: false;
  readonly webhooks?: false;
  readonly request: false;
  readonly message: MessageCapabilities & CommonFields<CapabilitiesOf<Entry>>;
  readonly providerOptions?: All<OptionsOf<Entry>> & object;
}

type CapabilitiesOf<Entry> = Entry extends { readonly driver: { readonly capabilities: infer Capabilities } }
  ? Capabilities
  : Entry extends { readonly capabilities: infer Capabilities }
    ? Capabilities
    : never;

/** The fields that all drivers carry. Ids of templates and streams are of one service. */
interface CommonFields<Capabilities> {
  readonly attachments: Every<Carries<Capabilities, 'attachments'>>;
  readonly raw: Every<Carries<Capabilities, 'raw'>>;
  readonly sandbox: Every<Carries<Capabilities, 'sandbox'>>;
  readonly sendAt: Every<Carries<Capabilities, 'sendAt'>>;
  readonly stream?: false;
  readonly template: false;
}

/** The answer of each driver of a union. */
type Carries<Capabilities, Name extends string> = Capabilities extends {
  readonly message: { readonly [Field in Name]: infer Can };
}
  ? [Can] extends [true]
    ? 'yes'
    : boolean extends Can
      ? 'maybe'
      : 'no'
  : Capabilities extends { readonly message: { readonly [Field in Name]?: boolean | undefined } }
    ? Name extends keyof Capabilities['message']
      ? 'maybe'
      : 'no'
    : 'no';

type Every<Answer> = 'no' extends Answer ? false : 'maybe' extends Answer ? boolean : true;

type OptionsOf<Entry> = Entry extends unknown
  ? NonNullable<Extract<CapabilitiesOf<Entry>, { readonly providerOptions?: unknown }>['providerOptions']>
  : never;

/** The intersection of a union. */
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Whole) => void
  ? Whole
  : never;

export type SendSession = DriverSession<SendOperations & BatchOperations>;

/** One open driver, and the capabilities that a message must fit. */
export interface EmailMember extends Member<SendSession> {
  readonly carries: EmailCapabilities;
}

/** Sends the messages of one call through one driver, or through several after each other. */
export type Route = (messages: readonly PreparedMessage[], options: CallOptions) => Promise<BatchReceipts>;

interface Composition {
  readonly name: string;
  readonly entries: readonly ComposedEntry[];
  readonly changes: Partial<EmailCapabilities>;
  openRoute(members: readonly EmailMember[], options: EngineOptions): Route;
}

/** One driver made of several. Each keeps its engine: its limits, its retries, its events. */
export function composeDrivers<Entry>(composition: Composition): EmailDriver<ComposedCapabilities<Entry>> {
  const { name, changes } = composition;
  const entries = memberEntries<ComposedEntryOptions>(name, composition.entries);
  const drivers = entries.map(({ driver }) => driver);
  const own = { ...commonCapabilities(drivers.map(({ capabilities }) => capabilities)), ...changes };
  const hasText = drivers.some((driver) => carriesOf(driver).message.text !== 'none');
  const all = withAllParts(own, hasText ? 'alone' : 'none');
  if (own.message.ownContent === false && !own.message.raw)
    throw new ConfigurationError({
      message:
        `${name}() takes no service of stored templates alone, whose ids no other one has: give it its own ` +
        'client.',
    });
  return {
    specVersion: 1,
    name,
    capabilities: own as ComposedCapabilities<Entry>,
    fits: { error: withoutHarmless(own), warn: all, allow: all },
    batchKey(message) {
      const keys = drivers.map(({ batchKey }) => batchKey?.(message));
      return keys.includes(undefined) ? undefined : JSON.stringify(keys);
    },
    open(options): DriverSession<SendOperations> {
      const members = entries.map((entry, place) => {
        const member = openMember(entry, options) as unknown as Member<SendSession>;
        return { ...member, carries: carriesOf(drivers[place] as EmailDriver) };
      });
      const route = composition.openRoute(members, options);
      const session: SendSession = {
        execute: (async (
          operation: 'send' | 'send.batch',
          input: PreparedMessage | readonly PreparedMessage[],
          callOptions: CallOptions = {},
        ) => {
          if (operation === 'send.batch') return route(input as readonly PreparedMessage[], callOptions);
          const [receipt] = await route([input as PreparedMessage], callOptions);
          return receipt;
        }) as SendSession['execute'],
        ...lifecycleOf(members),
      };
      return session;
    },
  };
}

/** A composition inside of this one drops what its own services do not carry. */
const carriesOf = ({ fits, capabilities }: EmailDriver) => fits?.allow ?? capabilities;

/** Sends messages in one request of a driver. */
export async function sendThrough(
  { name, session, carries }: EmailMember,
  given: readonly PreparedMessage[],
  options: CallOptions,
): Promise<BatchReceipts> {
  const { fitOwn } = await import('./fit-own.ts');
  const fitted = given.map((message) => fitOwn(message, carries, name));
  const messages = fitted.map(({ message }) => message);
  const [first] = messages;
  const receipts: BatchReceipts =
    first !== undefined && messages.length === 1
      ? [await session.execute('send', first, options)]
      : await session.execute('send.batch', messages, options);
  return receipts.map((receipt, place) => receipt && acceptedBy(name, receipt, fitted[place]?.lossy ?? []));
}

/** A receipt of a composition inside this one has its provider. */
function acceptedBy(
  provider: string,
  { outcomes, lossy = [], ...receipt }: SendReceipt,
  own: readonly LossyMapping[],
): SendReceipt {
  const losses = [...own, ...lossy];
  return {
    ...receipt,
    ...(losses.length > 0 && { lossy: losses }),
    outcomes: outcomes.map((outcome) => ({ provider, ...outcome })),
  };
}
