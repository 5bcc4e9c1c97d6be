/// <reference lib="esnext.disposable" preserve="true" />

import { createRuntime } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { type EngineOptions, engineOptionNames, meantOption, wholeNumberOption } from '@org/core/driver';
import type { ResponseCache } from './cache/response-cache.ts';
import { lazyMethods } from './calls/lazy-methods.ts';
import type { ClientParts } from './calls/open-calls.ts';
import type { ClientContext } from './calls/sender.ts';
import { refuse, requireDriver } from './client-options.ts';
import type { RoutingDriver, RoutingSession } from './driver/routing-driver.ts';
import type { EstimateMethods } from './estimates.ts';
import type {
  AttributesMethods,
  DirectionsMethods,
  ElevationMethods,
  ExpansionMethods,
  ExportGraphMethods,
  GeocodeMethods,
  IsochronesMethods,
  MatchMethods,
  MatrixMethods,
  NearestMethods,
  OptimizeMethods,
  PoisMethods,
  RawRequestMethods,
  ReverseGeocodeMethods,
  RoundTripMethods,
  SnapMethods,
  StatusMethods,
} from './methods.ts';
import type { RoutingCapabilities } from './model/engine/capabilities.ts';
import { createDailyCap, type DailyCapInput } from './quota/daily-cap.ts';
import type { QuotaMethods } from './usage.ts';
import { type RoutingCallDefaults, withOptions } from './with-options.ts';

const clientNames: OptionNames<RoutingClientOptions<never> & { readonly driver: unknown }> = {
  driver: 0,
  ...engineOptionNames,
  maxParallelParts: 0,
  lookUpPlaces: 0,
  cache: 0,
  dailyCap: 0,
};

/** The options of a client. @public */
export interface RoutingClientOptions<Capabilities extends RoutingCapabilities> extends EngineOptions {
  /**
   * The driver of the engine: `openrouteservice()`, `valhalla({ baseUrl })`, `embedded({ tilesDirectory })`,
   * or your own.
   */
  readonly driver: RoutingDriver<Capabilities>;
  /**
   * The largest number of parts of a split request that are in flight at the same time. The limiter paces
   * them as well.
   * @defaultValue 4
   */
  readonly maxParallelParts?: number | undefined;
  /**
   * Whether extra requests find out which place has no road near it, after an engine refused a request
   * because of one. Without them a matrix with such a place is an error, and may not say which place.
   * @defaultValue true
   */
  readonly lookUpPlaces?: boolean | undefined;
  /**
   * Keeps answers: `memoryCache({ maxEntries, ttlMs })` of `@org/routing/cache`, or your own. Read the terms
   * of the service first.
   * @defaultValue no cache
   */
  readonly cache?: ResponseCache | undefined;
  /**
   * The largest number of requests in any 24 hours, retries included, so that paid requests cannot run away.
   * Calls beyond it reject with a `QuotaExceededError` before anything is sent.
   * @defaultValue no cap
   */
  readonly dailyCap?: DailyCapInput | undefined;
}

/** The members of every routing client. @public */
export interface RoutingClientBase<Capabilities extends RoutingCapabilities> extends QuotaMethods {
  /** Name of the driver. */
  readonly provider: string;
  /** The capabilities of the engine, as data. */
  readonly capabilities: Capabilities;
  /**
   * The same client with options that its calls do not need to repeat: a shorter deadline, `strict`, the
   * signal of a request that is being answered. It shares all, so closing one closes both.
   * @throws ConfigurationError for an unknown or wrong option
   */
  withOptions(defaults: RoutingCallDefaults): this;
  /**
   * Waits for the calls in flight, then frees all resources. Later calls reject with `ClosedError`. May be
   * called twice.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A client with the methods of its driver's capabilities, and no others. @public */
export type RoutingClient<Capabilities extends RoutingCapabilities> = RoutingClientBase<Capabilities> &
  EstimateMethods<Capabilities> &
  MethodsOf<Capabilities> &
  (Capabilities['rawRequests'] extends true ? RawRequestMethods : unknown);

/** The methods of a driver's capabilities. */
export type MethodsOf<Capabilities extends RoutingCapabilities> = (Capabilities['directions'] extends true
  ? DirectionsMethods<Capabilities>
  : unknown) &
  (Capabilities['isochrones'] extends true ? IsochronesMethods<Capabilities> : unknown) &
  (Capabilities['matrix'] extends true ? MatrixMethods<Capabilities> : unknown) &
  (Capabilities['snap'] extends true ? SnapMethods<Capabilities> : unknown) &
  (Capabilities['roundTrip'] extends true ? RoundTripMethods<Capabilities> : unknown) &
  (Capabilities['nearest'] extends true ? NearestMethods<Capabilities> : unknown) &
  (Capabilities['match'] extends true ? MatchMethods<Capabilities> : unknown) &
  (Capabilities['attributes'] extends true ? AttributesMethods<Capabilities> : unknown) &
  (Capabilities['elevation'] extends true ? ElevationMethods : unknown) &
  (Capabilities['optimize'] extends true ? OptimizeMethods<Capabilities> : unknown) &
  (Capabilities['geocode'] extends true ? GeocodeMethods<Capabilities> : unknown) &
  (Capabilities['reverseGeocode'] extends true ? ReverseGeocodeMethods : unknown) &
  (Capabilities['pois'] extends true ? PoisMethods : unknown) &
  (Capabilities['exportGraph'] extends true ? ExportGraphMethods<Capabilities> : unknown) &
  (Capabilities['expansion'] extends true ? ExpansionMethods<Capabilities> : unknown) &
  (Capabilities['status'] extends true ? StatusMethods : unknown);

/**
 * Creates a client of a routing engine. Nothing is sent, read or loaded before the first call. @public
 *
 * @example
 * const routing = createRoutingClient({ driver: openrouteservice() });
 * const waypoints = [[8.681, 49.414], [8.687, 49.42]] as const;
 * const { routes } = await routing.directions({ profile: 'driving', waypoints });
 * @throws ConfigurationError without a driver, or for an invalid base URL
 */
export function createRoutingClient<Engine extends RoutingDriver>(
  options: RoutingClientOptions<Engine['capabilities']> & { readonly driver: Engine },
): RoutingClient<Engine['capabilities']> {
  refuseUnknown(options, clientNames, 'createRoutingClient()', meantOption);
  requireDriver(options?.driver);
  const { driver, maxParallelParts: given, lookUpPlaces = true, cache, dailyCap, ...engineOptions } = options;
  const maxParallelParts = wholeNumberOption('maxParallelParts', given, 4, 1);
  // A driver has the operations of its capabilities; the returned type decides which methods exist.
  const session = driver.open(engineOptions) as unknown as RoutingSession;
  const runtime = createRuntime(engineOptions.runtime);
  if (cache !== undefined && (typeof cache?.get !== 'function' || typeof cache.set !== 'function'))
    throw refuse('cache must have get and set: memoryCache({ maxEntries: 1000, ttlMs: 3_600_000 }).');
  const cap = dailyCap === undefined ? undefined : createDailyCap(dailyCap, driver, runtime);
  const context: ClientContext = {
    engine: driver,
    session,
    runtime,
    deadlineMs: engineOptions.deadlineMs,
    maxParallelParts,
    lookUpPlaces,
    creditsOf: driver.creditsOf,
  };
  const client = { ...baseOf(driver, session), ...methodsOf(context, { cache, cap }) };
  return scopable(client) as unknown as RoutingClient<Engine['capabilities']>;
}

function scopable(client: object): object {
  const scope = (defaults: RoutingCallDefaults) =>
    scopable({ ...client, ...withOptions({ ...client }, defaults) });
  return { ...client, withOptions: scope };
}

function baseOf<Capabilities extends RoutingCapabilities>(
  driver: RoutingDriver<Capabilities>,
  session: RoutingSession,
): Omit<RoutingClientBase<Capabilities>, 'quota' | 'withOptions'> {
  return {
    provider: driver.name,
    capabilities: driver.capabilities,
    close: () => session.close(),
    [Symbol.asyncDispose]: () => session.close(),
  };
}

// The methods that the engine lacks reject: callers without a compiler may call them.
function methodsOf(context: ClientContext, parts: ClientParts) {
  const { methods, stream, estimate, request, quota } = lazyMethods(context, parts);
  const all = Object.fromEntries(
    methods.map(([name, method]) => [name, name === 'matrix' ? Object.assign(method, { stream }) : method]),
  );
  return { ...all, estimate, quota, request };
}
