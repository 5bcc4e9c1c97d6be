import { ConfigurationError, type ServiceDefinition, settingFromEnv } from '@org/core';
import { type OptionNames, optionKinds, refuseUnknown, wordOption } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import {
  httpRoutingRules,
  httpRoutingService,
  type RoutingDriver,
  routingProfiles,
} from '../../../driver.ts';
import type { OpenService } from '../../../light/kit.ts';
import { type OsrmCapabilities, type OsrmService, optionsFor, osrmCaps, osrmSplit } from '../capabilities.ts';
import { osrmPreset, type Preset } from '../dialect.ts';
import type { OsrmSettings } from '../request.ts';
import { combineByProfile } from './by-profile.ts';
import { type DataSet, groupDataSets } from './data-sets.ts';
import { osrmLimits } from './limits.ts';
import type { OsrmOptions } from './options.ts';

const labels = /* @__PURE__ */ optionKinds.fields(routingProfiles, optionKinds.text);

const osrmNames: OptionNames<OsrmOptions> = {
  baseUrl: [
    'a text, or an object of one for each profile',
    (value: unknown) => typeof value === 'string' || labels[1](value),
  ],
  profiles: [
    'a list of profiles, or an object of their labels, with at least one',
    (value: unknown) =>
      (optionKinds.words(routingProfiles)[1](value) || labels[1](value)) &&
      Object.keys(Object(value)).length > 0,
  ],
  avoid: /* @__PURE__ */ optionKinds.words(['tolls', 'motorways', 'ferries', 'tunnels']),
  attributes: /* @__PURE__ */ optionKinds.words(['averageSpeed', 'speedLimit', 'congestion']),
  paths: /* @__PURE__ */ optionKinds.fields(['route', 'table', 'nearest', 'match', 'trip'], optionKinds.text),
  instructions: 0,
  post: optionKinds.flag,
  maxUrlLength: optionKinds.number,
  limitGroups: /* @__PURE__ */ optionKinds.fields(
    ['directions', 'matrix', 'snap', 'nearest', 'match'],
    optionKinds.list,
  ),
  caps: httpRoutingRules.caps,
  dangerouslyAllowHttp: httpRoutingRules.dangerouslyAllowHttp,
  apiKey: 0,
  auth: httpRoutingRules.auth,
  limits: httpRoutingRules.limits,
};

/** The driver of both entries of `osrm()`. @throws ConfigurationError */
export function createOsrm(options: OsrmOptions, open: OpenService<OsrmSettings>): RoutingDriver {
  refuseUnknown(options, osrmNames, 'osrm()', meantOption);
  const writers = [true, false, 'osrm-text-instructions'] as const;
  wordOption('osrm(): instructions', options.instructions, writers, false);
  return createOsrmDriver(options, open);
}

/** The driver of `osrm()`, or of a preset whose options have other names. @throws ConfigurationError */
export function createOsrmDriver(
  options: OsrmOptions,
  open: OpenService<OsrmSettings>,
  preset = osrmPreset,
): RoutingDriver {
  const isBare = options.apiKey === undefined && options.auth === undefined;
  const addresses = options.baseUrl ?? settingFromEnv('OSRM_BASE_URL', isBare ? undefined : 'baseUrl');
  if (addresses === undefined || addresses === '') throw noBaseUrl();
  const groups = groupDataSets(addresses, options.profiles);
  if (groups.length === 0) throw noBaseUrl();
  const capabilities = capabilitiesOf(options, groups.flat(), preset);
  const services = groups.map((sets) => {
    const service = serviceOf(options, sets, preset);
    return open(
      service,
      { ...options, sets, caps: capabilities.caps, dialect: preset.dialect },
      capabilities,
    );
  });
  return combineByProfile(services, groups, capabilities);
}

function serviceOf(
  options: OsrmOptions,
  sets: readonly DataSet[],
  { name, credentialOption }: Preset,
): ServiceDefinition {
  const [{ baseUrl } = { baseUrl: '' }] = sets;
  const limitGroups = { ...options.limitGroups };
  const service = { name, credentialOption, baseUrl, limits: osrmLimits(baseUrl), limitGroups };
  return httpRoutingService(service, options);
}

function capabilitiesOf(options: OsrmOptions, sets: readonly DataSet[], preset: Preset): OsrmCapabilities {
  const { paths } = options;
  const has = (service: OsrmService) => !paths || paths[service] !== undefined;
  const known = optionsFor(options.avoid ?? [], options.attributes ?? ['averageSpeed']);
  const capabilities = {
    directions: has('route'),
    isochrones: false,
    matrix: has('table'),
    snap: has('nearest'),
    nearest: has('nearest'),
    match: has('match'),
    rawRequests: true,
    profiles: sets.map(({ profile }) => profile),
    options: { ...known, optimizeOrder: has('trip'), ...preset.options },
    caps: {
      ...osrmCaps,
      ...(options.post ? { waypoints: 500, waypointsWithOptions: 500 } : {}),
      ...options.caps,
    },
    split: osrmSplit,
  };
  // The type of the driver says the same, from the options.
  return capabilities as unknown as OsrmCapabilities;
}

function noBaseUrl(): ConfigurationError {
  const message =
    "osrm() needs the server's address: set OSRM_BASE_URL, " +
    "or pass it as in osrm({ baseUrl: 'http://localhost:5000' }).";
  return new ConfigurationError({ message });
}
