import { createRoutingClient, type RoutingClientBase } from '../client.ts';
import type { RoutingDriver } from '../driver/routing-driver.ts';
import { embedded } from '../drivers/embedded/index.ts';
import { google } from '../drivers/google/index.ts';
import { graphhopper } from '../drivers/graphhopper/index.ts';
import { openrouteservice } from '../drivers/openrouteservice/index.ts';
import { osrm } from '../drivers/osrm/index.ts';
import { mapbox } from '../drivers/osrm/mapbox.ts';
import { stadia } from '../drivers/stadia/index.ts';
import { valhalla } from '../drivers/valhalla/index.ts';
import type { EstimateMethods } from '../estimates.ts';
import type { DirectionsMethods, IsochronesMethods, MatchMethods, MatrixMethods } from '../methods.ts';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import { CliError, usageError } from './cli-error.ts';
import { type EngineValues, oneOf } from './command-line.ts';
import type { ProgramContext } from './context.ts';

/** The capabilities of an engine with all methods. `withEngine` refuses the methods that it lacks. */
type AllMethods = RoutingCapabilities & {
  readonly directions: true;
  readonly isochrones: true;
  readonly matrix: true;
  readonly match: true;
};

/** A client with the methods of the commands. */
export type ProgramClient = RoutingClientBase<RoutingCapabilities> &
  EstimateMethods<AllMethods> &
  DirectionsMethods &
  IsochronesMethods &
  MatrixMethods &
  MatchMethods;

type Address = { readonly baseUrl: string; readonly dangerouslyAllowHttp: boolean } | undefined;

interface Engine {
  /** The variables that configure it. */
  readonly variables: readonly string[];
  open(address: Address): unknown;
  /** Why `--base-url` is not for it. */
  readonly noAddress?: string;
}

const hosted = 'its driver has the address';

const engines = {
  openrouteservice: {
    variables: ['OPENROUTESERVICE_API_KEY', 'OPENROUTESERVICE_API_KEY_FILE', 'OPENROUTESERVICE_BASE_URL'],
    open: (address) => (address === undefined ? openrouteservice() : openrouteservice(address)),
  },
  valhalla: { variables: ['VALHALLA_BASE_URL'], open: (address) => valhalla(address) },
  osrm: { variables: ['OSRM_BASE_URL'], open: osrm },
  graphhopper: {
    variables: ['GRAPHHOPPER_API_KEY', 'GRAPHHOPPER_API_KEY_FILE', 'GRAPHHOPPER_BASE_URL'],
    open: (address) => (address === undefined ? graphhopper() : graphhopper(address)),
  },
  mapbox: {
    variables: ['MAPBOX_ACCESS_TOKEN', 'MAPBOX_ACCESS_TOKEN_FILE'],
    open: () => mapbox(),
    noAddress: hosted,
  },
  google: {
    variables: ['GOOGLE_MAPS_API_KEY', 'GOOGLE_MAPS_API_KEY_FILE', 'GOOGLE_MAPS_BASE_URL'],
    open: () => google(),
    noAddress: hosted,
  },
  stadia: {
    variables: ['STADIA_API_KEY', 'STADIA_API_KEY_FILE', 'STADIA_BASE_URL'],
    open: () => stadia(),
    noAddress: hosted,
  },
  embedded: { variables: ['TILES_DIRECTORY'], open: () => embedded(), noAddress: 'set TILES_DIRECTORY' },
} satisfies Readonly<Record<string, Engine>>;

type EngineName = keyof typeof engines;
const names = Object.keys(engines) as EngineName[];

function engineOf(name: EngineName): Engine {
  return engines[name];
}

/**
 * Runs a command with a client of the engine that `--driver` or the environment names, and closes the client.
 *
 * @throws CliError without an engine, with several, or for an engine without the method
 */
export async function withEngine(
  values: EngineValues,
  context: Pick<ProgramContext, 'env'>,
  method: 'directions' | 'isochrones' | 'matrix' | 'match',
  run: (client: ProgramClient) => Promise<void>,
): Promise<void> {
  const name = oneOf('--driver', values.driver, names) ?? engineInEnvironment(context.env);
  const driver = engineOf(name).open(addressOf(values, name));
  // `method` is checked below; the types of a client of any driver have no methods.
  const client = createRoutingClient({ driver: driver as RoutingDriver }) as unknown as ProgramClient;
  try {
    if (client.capabilities[method] !== true)
      throw new CliError(`${name} has no ${method}. Choose another engine with --driver.`);
    await run(client);
  } finally {
    await client.close();
  }
}

function engineInEnvironment(env: ProgramContext['env']): EngineName {
  // A blank variable configures nothing: `OSRM_BASE_URL=` in a file of settings.
  const found = names.flatMap((name) => {
    const variable = engineOf(name).variables.find((each) => env[each]?.trim());
    return variable === undefined ? [] : [{ name, text: `${name} (${variable})` }];
  });
  const name = found[0]?.name;
  if (name === undefined)
    throw usageError(
      `No engine is configured. Set one of ${names.map((each) => engineOf(each).variables[0]).join(', ')}, ` +
        `or choose with --driver: ${names.join(', ')}.`,
    );
  if (found.length > 1)
    throw usageError(
      `The environment configures ${found.map(({ text }) => text).join(' and ')}. Choose one with --driver.`,
    );
  return name;
}

function addressOf(values: EngineValues, name: EngineName): Address {
  const { driver, 'base-url': baseUrl, 'dangerously-allow-http': dangerouslyAllowHttp = false } = values;
  if (baseUrl === undefined) {
    if (dangerouslyAllowHttp) throw usageError('--dangerously-allow-http needs --base-url.');
    return undefined;
  }
  if (driver === undefined) throw usageError('--base-url needs --driver.');
  const { noAddress } = engineOf(name);
  if (noAddress !== undefined) throw usageError(`--base-url is not for ${name}: ${noAddress}.`);
  return { baseUrl, dangerouslyAllowHttp };
}
