import { badFormat, badValue, type ErrorBase, OrsError, unknownParameter } from './errors.ts';
import type { Parameters } from './parameters.ts';

/** Valhalla's `costing_options` and exclusions for a directions request's `options` and `preference`. */
export function convertRouteOptions(
  base: ErrorBase,
  profile: string,
  costing: string,
  body: Parameters,
): object {
  const options = readObject(base, body['options'], 'options');
  for (const name of Object.keys(options))
    if (!knownOptions.includes(name)) throw unknownParameter(base, name);
  for (const name of ['avoid_borders', 'avoid_countries', 'round_trip'])
    if (options[name] !== undefined && options[name] !== null)
      throw new OrsError(500, base + 99, `The sandbox's engine has no ${name}.`);
  const settings = {
    ...(body['preference'] === 'shortest' && { shortest: true }),
    ...convertAvoidFeatures(base, profile, options['avoid_features']),
    ...convertRestrictions(base, profile, options),
  };
  const polygons = convertAvoidPolygons(base, options['avoid_polygons']);
  return { costing_options: { [costing]: settings }, ...(polygons && { exclude_polygons: polygons }) };
}

const knownOptions = [
  'avoid_features',
  'avoid_borders',
  'avoid_countries',
  'avoid_polygons',
  'vehicle_type',
  'profile_params',
  'round_trip',
];

function readObject(base: ErrorBase, value: unknown, name: string): Parameters {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw badFormat(base, name);
  return value as Parameters;
}

// A feature that the profile cannot avoid is an error, as at the service.
function convertAvoidFeatures(base: ErrorBase, profile: string, features: unknown): object {
  if (features === undefined || features === null) return {};
  if (!Array.isArray(features)) throw badFormat(base, 'avoid_features');
  return Object.assign(
    {},
    ...features.map((feature) => {
      const found = avoidable.get(feature);
      if (!found?.profiles.test(profile)) throw badValue(base, 'avoid_features', feature);
      if (found.setting === undefined)
        throw new OrsError(500, base + 99, `The sandbox's engine cannot avoid ${String(feature)}.`);
      return found.setting;
    }),
  );
}

const avoidable: ReadonlyMap<unknown, { readonly profiles: RegExp; readonly setting: object | undefined }> =
  new Map([
    ['highways', { profiles: /^driving-/, setting: { exclude_highways: true } }],
    ['tollways', { profiles: /^driving-/, setting: { exclude_tolls: true } }],
    ['ferries', { profiles: /./, setting: { exclude_ferries: true } }],
    ['fords', { profiles: /./, setting: undefined }],
    ['steps', { profiles: /^(cycling|foot)-|^wheelchair$/, setting: { step_penalty: 43_200 } }],
  ]);

// The names differ in one letter only: axleload, axle_load.
function convertRestrictions(base: ErrorBase, profile: string, options: Parameters): object {
  const { restrictions } = readObject(base, options['profile_params'], 'profile_params');
  if (profile !== 'driving-hgv') return {};
  const { axleload, ...others } = readObject(base, restrictions, 'restrictions');
  return { ...others, ...(axleload !== undefined && { axle_load: axleload }) };
}

function convertAvoidPolygons(base: ErrorBase, value: unknown): unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  const { type, coordinates } = readObject(base, value, 'avoid_polygons');
  if (!Array.isArray(coordinates)) throw badFormat(base, 'avoid_polygons');
  if (type === 'Polygon') return coordinates.slice(0, 1);
  if (type === 'MultiPolygon')
    return coordinates.flatMap((polygon) => (Array.isArray(polygon) ? polygon.slice(0, 1) : []));
  throw badValue(base, 'avoid_polygons', type);
}
