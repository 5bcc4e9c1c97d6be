import { isObject } from '../model/check/reader.ts';
import { CliError } from './cli-error.ts';
import { checkedPlace, type Place } from './place.ts';

/** The places of GeoJSON (points, also in features, and the points of a line) or of a list of positions. */
export function placesInGeoJson(text: string, source: string): Place[] {
  const content = parse(text, source);
  if (Array.isArray(content))
    return content.map((each, at) => checkedPlace(each, undefined, entry(source, at)));
  const object = asObject(content, source);
  if (object['type'] !== 'FeatureCollection') return placesOf(object, undefined, source);
  const features: unknown = object['features'];
  if (!Array.isArray(features)) throw new CliError(`${source} has no list of features.`);
  return features.flatMap((each, at) =>
    placesOf(asObject(each, entry(source, at)), undefined, entry(source, at)),
  );
}

type Fields = Readonly<Record<string, unknown>>;

function placesOf(object: Fields, name: unknown, where: string): Place[] {
  const { type, coordinates } = object;
  if (type === 'Feature') {
    const properties = isObject(object['properties']) ? object['properties'] : {};
    const own = properties['name'] ?? properties['label'] ?? object['id'] ?? properties['id'];
    return placesOf(asObject(object['geometry'], where), own, where);
  }
  if (type === 'Point') return [checkedPlace(coordinates, name, where)];
  if ((type === 'MultiPoint' || type === 'LineString') && Array.isArray(coordinates))
    return coordinates.map((each) => checkedPlace(each, undefined, where));
  throw new CliError(`${where} is not a point. Use Point, MultiPoint or LineString.`);
}

function asObject(value: unknown, where: string): Fields {
  if (isObject(value)) return value;
  throw new CliError(`${where} is not a feature or a geometry of GeoJSON.`);
}

function entry(source: string, index: number): string {
  return `${source}, entry ${index + 1}`;
}

// A message of the parser quotes the text, which has places.
function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`${source} begins like JSON but is not valid JSON.`);
  }
}
