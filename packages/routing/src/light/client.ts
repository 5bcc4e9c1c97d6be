/// <reference lib="esnext.disposable" preserve="true" />

import { createRuntime, UnsupportedError } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { type EngineOptions, engineOptionNames, meantOption, wholeNumberOption } from '@org/core/driver';
import type { ClientContext } from '../calls/sender.ts';
import type { MethodsOf, RoutingClientBase, RoutingClientOptions } from '../client.ts';
import { refuse, requireDriver } from '../client-options.ts';
import type { RoutingSession } from '../driver/routing-driver.ts';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import { methodNames } from '../model/engine/method-names.ts';
import { guardSession } from '../quota/guard-session.ts';
import { type LightCapabilities, type LightDriver, onlyMethods } from './light-driver.ts';
import { lightMethod, type OpenPart, type RoutingPart } from './part.ts';

const clientNames: OptionNames<LightRoutingClientOptions<RoutingCapabilities, never>> = {
  driver: 0,
  use: 0,
  ...engineOptionNames,
  maxParallelParts: 0,
  lookUpPlaces: 0,
};

/** The options of `createRoutingClient` of `@org/routing`, and the parts to add. @public */
export interface LightRoutingClientOptions<
  Capabilities extends RoutingCapabilities,
  Part extends RoutingPart,
  Entry extends string = string,
> extends EngineOptions,
    Pick<RoutingClientOptions<never>, 'maxParallelParts' | 'lookUpPlaces'> {
  /** Of the same entry: `openrouteservice()` of `@org/routing/openrouteservice/directions`. */
  readonly driver: LightDriver<Capabilities, Entry>;
  /** Parts of the same entry: `matrix`, `isochrones`, `snap`. @defaultValue none */
  readonly use?: Part | readonly Part[] | undefined;
}

/** A part that may be missing would not be in the type of the client. */
type UseOf<Part> = [Part] extends [never]
  ? { readonly use?: undefined }
  : { readonly use: Part | readonly Part[] };

/** A client for directions, with the parts that the program added. @public */
export type LightRoutingClient<
  Capabilities extends RoutingCapabilities,
  Part extends RoutingPart = never,
> = ClientOf<LightCapabilities<Capabilities, Part['name']>>;

type ClientOf<Capabilities extends RoutingCapabilities> = RoutingClientBase<Capabilities> &
  MethodsOf<Capabilities>;

/**
 * `createRoutingClient` of `@org/routing` for a program that is one small file: the client has `directions`,
 * and the methods of the parts in `use`. Requests, results, errors, retries and redaction are the same. It
 * keeps the published limits; `limiter` learns others.
 * Reading a method that it does not have throws, and `'matrix' in client` is true: ask `capabilities.matrix`.
 * @public
 *
 * @example
 * const routing = createRoutingClient({ driver: openrouteservice() });
 * const waypoints = [[8.681, 49.414], [8.687, 49.42]] as const;
 * const { routes } = await routing.directions({ profile: 'driving', waypoints });
 *
 * @throws ConfigurationError without a driver of the same entry, or for an invalid base URL
 */
export function createRoutingClient<
  Capabilities extends RoutingCapabilities,
  const Entry extends string,
  Part extends RoutingPart<string, Entry> = never,
>(
  options: LightRoutingClientOptions<Capabilities, Part, Entry> & UseOf<Part>,
): LightRoutingClient<Capabilities, Part> {
  refuseUnknown(options, clientNames, 'createRoutingClient()', meantOption);
  requireLightDriver(options?.driver);
  const { driver, use, maxParallelParts: given, lookUpPlaces = true, ...engineOptions } = options;
  const maxParallelParts = wholeNumberOption('maxParallelParts', given, 4, 1);
  const parts = [...(driver.base as readonly OpenPart[]), ...readParts(driver, use)];
  const engine = driver.withParts(parts);
  // A driver has the operations of its parts; the returned type decides which methods exist.
  const opened = engine.open(engineOptions) as unknown as RoutingSession;
  const runtime = createRuntime(engineOptions.runtime);
  const session = guardSession(engine, opened, runtime, undefined);
  const context: ClientContext = {
    engine,
    session,
    runtime,
    deadlineMs: engineOptions.deadlineMs,
    maxParallelParts,
    lookUpPlaces,
    creditsOf: engine.creditsOf,
    ...Object.assign({}, ...parts.map(({ call }) => call.helps)),
  };
  const close = () => session.close();
  const client = {
    provider: engine.name,
    capabilities: onlyMethods(
      engine.capabilities,
      parts.map(({ name }) => name),
    ),
    ...Object.fromEntries(parts.map(({ name, call }) => [name, lightMethod(context, call)])),
    quota: () => session.usage?.() ?? [],
    close,
    [Symbol.asyncDispose]: close,
  };
  addMissing(client, driver);
  return client as unknown as LightRoutingClient<Capabilities, Part>;
}

/** What a client asks of a driver of a light entry. */
type Entry = Pick<LightDriver<RoutingCapabilities>, 'name' | 'entry' | 'partNames'>;

/** @throws ConfigurationError for what is not a driver, and for one of a full entry */
function requireLightDriver(driver: unknown): void {
  requireDriver(driver);
  const { name, withParts } = driver as { readonly name?: unknown; readonly withParts?: unknown };
  if (withParts !== undefined) return;
  throw refuse(
    `createRoutingClient() of a light entry needs the driver of that entry, not \`${name}\` of a full one: ` +
      "import both from one entry, like '@org/routing/openrouteservice/directions', or import " +
      "createRoutingClient from '@org/routing'.",
  );
}

function readParts({ entry, partNames }: Entry, use: unknown): readonly OpenPart[] {
  const parts = [use ?? []].flat() as unknown as readonly OpenPart[];
  if (parts.every((part) => part?.entry === entry)) return parts;
  throw refuse(`use takes parts of '@org/routing/${entry}/directions': ${partNames.join(', ')}.`);
}

/** An error for each method that the client does not have. Not enumerable: a client can be printed. */
function addMissing(client: object, driver: Entry): void {
  for (const name of [...methodNames, 'estimate', 'request', 'withOptions'])
    if (!(name in client))
      Object.defineProperty(client, name, {
        // A polluted `Object.prototype` would add a `value`, which no getter has.
        __proto__: null,
        get() {
          throw missing(name, driver);
        },
      } as PropertyDescriptor);
}

function missing(operation: string, { name: provider, entry, partNames }: Entry): UnsupportedError {
  const full = `'@org/routing/${entry}'`;
  const advice = partNames.includes(operation)
    ? `import { ${operation} } from '@org/routing/${entry}/directions'; ` +
      `createRoutingClient({ driver, use: ${operation} })`
    : `import the driver from ${full} and createRoutingClient from '@org/routing'`;
  return new UnsupportedError({
    message: `This client has no \`${operation}\`, because its entry is for directions: ${advice}.`,
    provider,
    operation,
    outcome: 'not-sent',
  });
}
