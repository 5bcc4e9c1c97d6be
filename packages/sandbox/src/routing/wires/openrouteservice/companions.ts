import type { Engine } from '@org/routing/embedded';
import type { SandboxHandler } from '../../../http/exchange.ts';
import { type Route, type RouteHandler, route } from '../../../http/router.ts';
import type { MapSource } from '../../../map/map-source.ts';
import { handleOptimization } from '../vroom/handler.ts';
import { type AdmissionOptions, createAdmission } from './admission.ts';
import { handleElevation } from './elevation.ts';
import { OrsError, renderOrsError } from './errors.ts';
import { handleGeocode } from './geocode.ts';
import { findCosting } from './profiles.ts';

export interface CompanionOptions extends AdmissionOptions {
  readonly engine: Engine;
  readonly map: MapSource;
}

/** The services beside the engine: geocoding, elevation and optimization, and what the sandbox has not. */
export function companionRoutes(options: CompanionOptions): Route[] {
  const admitted = admitOnly(options);
  return [
    route('POST', '/v2/directions/:profile/gpx', admitted(2000, absent(406, 2007, 'GPX'))),
    ...(['', '/json', '/topojson'] as const).map((format) =>
      route('POST', `/v2/export/:profile${format}`, admitted(7000, absent(501, 7099, 'export of graphs'))),
    ),
    route('POST', '/v2/match/:profile', admitted(9000, absent(501, 9099, 'matching of features'))),
    ...geocoding(admitted, options.map),
    ...elevation(admitted, options.engine),
    route(
      'POST',
      '/optimization',
      admitted(5000, (request) => handleOptimization(options.engine, findCosting, request)),
    ),
    route(
      'POST',
      '/pois',
      admitted(4000, () => noPois),
    ),
  ];
}

// In the form of the service of points of interest.
const noPois = { status: 501, json: { code: 4006, message: 'The sandbox has no points of interest.' } };

function absent(status: number, code: number, what: string): SandboxHandler {
  return () => renderOrsError(new OrsError(status, code, `The sandbox has no ${what}.`));
}

// The numbers only separate the limits of the endpoints.
function geocoding(admitted: ReturnType<typeof admitOnly>, map: MapSource): Route[] {
  const endpoints = [
    ['search', '/geocode/search'],
    ['autocomplete', '/geocode/autocomplete'],
    ['structured', '/geocode/search/structured'],
    ['reverse', '/geocode/reverse'],
  ] as const;
  return endpoints.map(([kind, path], index) =>
    route(
      'GET',
      path,
      admitted(10_000 + index, (request) => handleGeocode(kind, request, map)),
    ),
  );
}

function elevation(admitted: ReturnType<typeof admitOnly>, engine: Engine): Route[] {
  const point = admitted(11_000, (request) => handleElevation(engine, 'point', request));
  const line = admitted(12_000, (request) => handleElevation(engine, 'line', request));
  return [
    route('GET', '/elevation/point', point),
    route('POST', '/elevation/point', point),
    route('POST', '/elevation/line', line),
  ];
}

// The gateway before the companion services, whose errors are their own.
function admitOnly(options: CompanionOptions) {
  const admit = createAdmission(options);
  return (endpoint: number, handler: SandboxHandler): RouteHandler =>
    async (request) => {
      const { refusal, headers } = admit(endpoint, request);
      if (refusal !== undefined) return refusal;
      const response = await handler(request);
      return { ...response, headers: { ...response.headers, ...headers } };
    };
}
