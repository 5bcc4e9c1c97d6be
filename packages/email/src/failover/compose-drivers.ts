import { type CallOptions, ConfigurationError, createRuntime } from '@org/core';
import { type DriverSession, type EngineOptions, LazyModule } from '@org/core/driver';
import type { AllOperations, BatchOperations, EmailDriver, SendOperations } from '../driver.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import type { SendReceipt } from '../model/send-result.ts';
import { commonCapabilities } from './common-capabilities.ts';

/** A driver, alone or with separate engine options: a limiter, a circuit breaker, retries. @public */
export type ComposedEntry = EmailDriver<EmailCapabilities> | ComposedEntryOptions;

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
  readonly providerOptions?: ProviderOptionsOfAll<Entry>;
}

type CapabilitiesOf<Entry> = Entry extends { readonly driver: { readonly capabilities: infer Capabilities } }
  ? Capabilities
  : Entry extends { readonly capabilities: infer Capabilities }
    ? Capabilities
    : never;

type OptionsOf<Entry> = Entry extends unknown
  ? NonNullable<Extract<CapabilitiesOf<Entry>, { readonly providerOptions?: unknown }>['providerOptions']>
  : never;

/** The intersection of a union. */
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Whole) => void
  ? Whole
  : never;

type ProviderOptionsOfAll<Entry> = All<OptionsOf<Entry>> & object;

/** One open driver. */
export interface Member {
  readonly name: string;
  readonly session: DriverSession<SendOperations & BatchOperations>;
}

/** Runs an operation of one member, or of several after each other. */
export type Route = (
  members: readonly Member[],
  run: (member: Member, options: CallOptions) => Promise<readonly SendReceipt[]>,
  options: CallOptions,
) => Promise<readonly SendReceipt[]>;

interface Composition {
  readonly name: string;
  readonly entries: readonly ComposedEntry[];
  readonly changes: Partial<EmailCapabilities>;
  /** Called with the first call of a client. */
  readonly loadRoute: (options: EngineOptions) => Promise<Route>;
}

/** One driver made of several. Each keeps its engine: its limits, its retries, its events. */
export function composeDrivers<Entry>(composition: Composition): EmailDriver<ComposedCapabilities<Entry>> {
  const { name, changes } = composition;
  const entries = composition.entries.map((entry) => ('driver' in entry ? entry : { driver: entry }));
  if (entries.length === 0) throw new ConfigurationError({ message: `${name}() needs at least one driver.` });
  const drivers = entries.map(({ driver }) => driver);
  const common = commonCapabilities(drivers.map(({ capabilities }) => capabilities));
  return {
    specVersion: 1,
    name,
    capabilities: { ...common, ...changes } as ComposedCapabilities<Entry>,
    batchKey(message) {
      const keys = drivers.map(({ batchKey }) => batchKey?.(message));
      return keys.includes(undefined) ? undefined : JSON.stringify(keys);
    },
    open(options): DriverSession<SendOperations> {
      const members = entries.map(({ driver, ...own }): Member => {
        const session = driver.open({ ...options, ...own }) as unknown as DriverSession<AllOperations>;
        return { name: driver.name, session };
      });
      const load = () => composition.loadRoute(options);
      const lazy = new LazyModule(createRuntime(options.runtime), name, load);
      const session: DriverSession<SendOperations & BatchOperations> = {
        execute: (async (
          operation: 'send' | 'send.batch',
          input: AllOperations['send' | 'send.batch']['input'],
          callOptions: CallOptions = {},
        ) => {
          const run = async (member: Member, options: CallOptions) => {
            const result = await member.session.execute(operation, input as never, options);
            const receipts = (Array.isArray(result) ? result : [result]) as readonly SendReceipt[];
            return receipts.map((receipt) => acceptedBy(member.name, receipt));
          };
          const route = lazy.loaded ?? (await lazy.load());
          const receipts = await route(members, run, callOptions);
          return operation === 'send' ? receipts[0] : receipts;
        }) as DriverSession<SendOperations & BatchOperations>['execute'],
        preload: () => {
          for (const { session: member } of members) member.preload?.();
        },
        async close() {
          await Promise.all(members.map(({ session: member }) => member.close()));
        },
      };
      return session;
    },
  };
}

/** A receipt of a composition inside this one has its provider. */
function acceptedBy(provider: string, { outcomes, ...receipt }: SendReceipt): SendReceipt {
  return { ...receipt, outcomes: outcomes.map((outcome) => ({ provider, ...outcome })) };
}
