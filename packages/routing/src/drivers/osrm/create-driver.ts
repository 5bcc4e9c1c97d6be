import { ConfigurationError, settingFromEnv } from '@org/core';
import { httpDriver } from '@org/core/driver';
import { httpRoutingService } from '../../driver.ts';
import { combineByProfile } from './by-profile.ts';
import { type OsrmCapabilities, type OsrmService, optionsFor, osrmCaps, osrmSplit } from './capabilities.ts';
import { type DataSet, groupDataSets } from './data-sets.ts';
import { osrmPreset, type Preset } from './dialect.ts';
import { osrmLimits } from './limits.ts';
import type { OsrmOptions } from './options.ts';

/** The driver of `osrm()`, or of a preset. @throws ConfigurationError */
export function createOsrmDriver(options: OsrmOptions, preset = osrmPreset) {
  const isBare = options.apiKey === undefined && options.auth === undefined;
  const addresses = options.baseUrl ?? settingFromEnv('OSRM_BASE_URL', isBare ? undefined : 'baseUrl');
  if (addresses === undefined || addresses === '') throw noBaseUrl();
  const groups = groupDataSets(addresses, options.profiles);
  const capabilities = capabilitiesOf(options, groups.flat(), preset);
  const services = groups.map((sets) => driverOf(options, sets, capabilities, preset));
  return combineByProfile(services, groups, capabilities);
}

function driverOf(
  options: OsrmOptions,
  sets: readonly DataSet[],
  capabilities: OsrmCapabilities,
  { dialect, name, credentialOption }: Preset,
) {
  const [{ baseUrl } = { baseUrl: '' }] = sets;
  const limitGroups = { ...options.limitGroups };
  const service = { name, credentialOption, baseUrl, limits: osrmLimits(baseUrl), limitGroups };
  return httpDriver({
    service: httpRoutingService(service, options),
    operations: async () => {
      const { loadOperations, classify } = await import('./operations.ts');
      const settings = { ...options, sets, caps: capabilities.caps, dialect };
      return { operations: await loadOperations(settings), classify };
    },
    capabilities,
  });
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
