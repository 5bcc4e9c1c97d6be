/**
 * The engine's refusal of one request, with the text and the number of Valhalla's HTTP service. The driver
 * turns it into one of core's errors, the sandbox into an HTTP response.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  /**
   * Number from Valhalla's table, 171 for "No suitable edges near location"; 199 for an unknown text.
   */
  readonly code: number;
  /** The status that the HTTP service sends for it. */
  readonly httpStatus: number;
  /** The engine's own sentence, without the name of the method. */
  readonly text: string;

  constructor(code: number, text: string, options?: ErrorOptions) {
    super(`Valhalla ${code}: ${text}`, options);
    this.code = code;
    this.httpStatus = statusOf(code);
    this.text = text;
  }

  /** Recognises the errors of any copy of this package. */
  static isInstance(value: unknown): value is EngineError {
    return value instanceof Error && value.name === 'EngineError' && 'code' in value && 'httpStatus' in value;
  }
}

/** The error for a value that the native binding threw. Newer versions than 3.6.1 have a numeric `code`. */
export function mapEngineFailure(action: string, thrown: unknown): EngineError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const text = completed(message.replace(/^\w+ error: /, ''));
  const given = (thrown as { code?: unknown } | null)?.code;
  const code = typeof given === 'number' ? given : codeOf(action, text);
  return new EngineError(code, text, { cause: thrown });
}

// Engine 3.6.1 has no sentence for 166: the text is ": 200", the limit in kilometres.
function completed(text: string): string {
  if (text.startsWith(': ')) return `Exceeded max distance${text}`;
  return text || 'Unknown';
}

function codeOf(action: string, text: string): number {
  const known = codesByText.find(([start]) => text.startsWith(start))?.[1] ?? 199;
  return action === 'height' ? (heightCodes.get(known) ?? known) : known;
}

// The elevation service has other numbers for two of the sentences.
const heightCodes: ReadonlyMap<number, number> = new Map([
  [114, 312],
  [153, 314],
]);

function statusOf(code: number): number {
  return statuses.get(code) ?? 400;
}

// All others are 400 (valhalla/valhalla src/exceptions.cc).
const statuses: ReadonlyMap<number, number> = new Map([
  [101, 405],
  [102, 503],
  [106, 404],
  [107, 501],
  [141, 501],
  [142, 501],
  [199, 500],
  [200, 500],
  [201, 500],
  [202, 500],
  [203, 503],
  [299, 500],
  [401, 500],
  [402, 503],
  [446, 500],
  [499, 500],
]);

// The beginnings of the sentences in valhalla/valhalla src/exceptions.cc; longer beginnings come first.
const codesByText: readonly (readonly [string, number])[] = [
  ['Failed to parse json request', 100],
  ['Try a POST or GET request instead', 101],
  ['The service is shutting down', 102],
  ['Failed to parse pbf request', 103],
  ['Try any of', 106],
  ['Not Implemented', 107],
  ["Insufficiently specified required parameter 'locations' or 'sources & targets'", 112],
  ["Insufficiently specified required parameter 'locations'", 110],
  ["Insufficiently specified required parameter 'time'", 111],
  ["Insufficiently specified required parameter 'contours'", 113],
  ["Insufficiently specified required parameter 'shape' or 'encoded_polyline'", 114],
  ["Insufficiently specified required parameter 'action'", 115],
  ['Insufficient number of locations provided', 120],
  ['Insufficient number of sources provided', 121],
  ['Insufficient number of targets provided', 122],
  ['Insufficient shape provided', 123],
  ['No edge/node costing provided', 124],
  ['No costing method found', 125],
  ['No shape provided', 126],
  ['Recostings require a valid costing parameter', 127],
  ["Recostings require a unique 'name' field", 128],
  ['Failed to parse location', 130],
  ['Failed to parse source', 131],
  ['Failed to parse target', 132],
  ['Failed to parse avoid', 133],
  ['Failed to parse shape', 134],
  ['Failed to parse trace', 135],
  ['durations size not compatible', 136],
  ['Failed to parse polygon', 137],
  ['Action does not support multimodal costing', 140],
  ['Arrive by for multimodal not implemented', 141],
  ['Arrive by not implemented for isochrones', 142],
  ['ignore_closures in costing and exclude_closures', 143],
  ['Action does not support expansion', 144],
  ['Exceeded max locations', 150],
  ['Exceeded max time', 151],
  ['Exceeded max contours', 152],
  ['Too many shape points', 153],
  ['Path distance exceeds the max distance limit', 154],
  ['Outside the valid walking distance at the beginning or end', 155],
  ['Outside the valid walking distance between stops', 156],
  ['Exceeded max avoid locations', 157],
  ['Input trace option is out of bounds', 158],
  ['use_timestamps set with no timestamps present', 159],
  ['Date and time required for origin', 160],
  ['Date and time required for destination for date_type of arrive by', 161],
  ['Date and time is invalid', 162],
  ['Invalid date_type', 163],
  ['Invalid shape format', 164],
  ['Date and time required for destination for date_type of invariant', 165],
  ['Exceeded max distance', 166],
  ['Exceeded maximum circumference', 167],
  ['Invalid expansion property type', 168],
  ['Locations are in unconnected regions', 170],
  ['No suitable edges near location', 171],
  ['Exceeded breakage distance for all pairs', 172],
  ['Failed to parse intermediate request format', 200],
  ['Failed to parse TripLeg', 201],
  ['Could not build directions for TripLeg', 202],
  ['Trip path does not have any nodes', 210],
  ['Trip path has only one node', 211],
  ['Trip must have at least 2 locations', 212],
  ["'resample_distance' must be >=", 313],
  ['Unknown action', 400],
  ['Failed to parse correlated location', 420],
  ['Exceeded max iterations in CostMatrix', 430],
  ['Cannot reach destination', 440],
  ['Location is unreachable', 441],
  ['No path could be found for input', 442],
  ['Exact route match algorithm failed', 443],
  ['Map Match algorithm failed', 444],
  ['Shape match algorithm specification', 445],
  ['Leg count mismatch', 503],
  ['This service does not support GeoTIFF', 504],
  ['Unknown serialization error', 599],
];
