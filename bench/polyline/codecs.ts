// The same jobs for every codec, each in the form that it has: some want latitude first. Each codec is loaded
// only in the process that uses it.

export type Point = [number, number] | [number, number, number];

export interface Codec {
  encode(): unknown;
  decode(): unknown;
}

/** Prepares a codec for one line of `[longitude, latitude]`, perhaps with elevations. */
export type PrepareCodec = (line: readonly Point[]) => Promise<Codec>;

const latitudeFirst = (line: readonly Point[]) =>
  line.map(([longitude, latitude]): [number, number] => [latitude, longitude]);

export const flatCodecs: Readonly<Record<string, PrepareCodec>> = {
  async '@org/routing'(line) {
    const { decodePolyline, encodePolyline } = await import('@org/routing');
    const text = encodePolyline(line);
    return { encode: () => encodePolyline(line), decode: () => decodePolyline(text) };
  },

  async '@org/routing, flat'(line) {
    const { decodeFlatPolyline, encodeFlatPolyline } = await import('@org/routing/results');
    const numbers = Float64Array.from(line.flat());
    const text = encodeFlatPolyline(numbers);
    return { encode: () => encodeFlatPolyline(numbers), decode: () => decodeFlatPolyline(text) };
  },

  async '@mapbox/polyline'(line) {
    return pair((await load('@mapbox/polyline')) as unknown as Pair, latitudeFirst(line));
  },

  async '@googlemaps/polyline-codec'(line) {
    const { encode, decode } = (await load('@googlemaps/polyline-codec')) as unknown as Pair;
    const swapped = latitudeFirst(line);
    const text = encode(swapped, 5);
    return { encode: () => encode(swapped, 5), decode: () => decode(text, 5) };
  },

  async '@placemarkio/polyline'(line) {
    return pair((await load('@placemarkio/polyline')) as unknown as Pair, latitudeFirst(line));
  },

  async 'google-polyline'(line) {
    return pair((await load('google-polyline')) as unknown as Pair, latitudeFirst(line));
  },

  async 'polyline-encoded'(line) {
    return pair((await load('polyline-encoded')) as unknown as Pair, latitudeFirst(line));
  },

  async '@here/flexpolyline'(line) {
    const { encode, decode } = (await load('@here/flexpolyline')) as unknown as FlexiblePair;
    const polyline = latitudeFirst(line);
    const text = encode({ precision: 5, polyline });
    return { encode: () => encode({ precision: 5, polyline }), decode: () => decode(text) };
  },
};

/** The others have two dimensions only. */
export const deepCodecs: Readonly<Record<string, PrepareCodec>> = {
  async '@org/routing'(line) {
    const { decodePolyline, encodePolyline } = await import('@org/routing');
    const options = { elevation: true } as const;
    const text = encodePolyline(line, options);
    return { encode: () => encodePolyline(line, options), decode: () => decodePolyline(text, options) };
  },

  async '@org/routing, flat'(line) {
    const { decodeFlatPolyline, encodeFlatPolyline } = await import('@org/routing/results');
    const options = { elevation: true } as const;
    const numbers = Float64Array.from(line.flat());
    const text = encodeFlatPolyline(numbers, options);
    return {
      encode: () => encodeFlatPolyline(numbers, options),
      decode: () => decodeFlatPolyline(text, options),
    };
  },

  async '@here/flexpolyline'(line) {
    const { encode, decode } = (await load('@here/flexpolyline')) as unknown as FlexiblePair;
    const polyline = line.map(([longitude, latitude, meters = 0]) => [latitude, longitude, meters]);
    const form = { precision: 5, thirdDim: 2, thirdDimPrecision: 2, polyline };
    const text = encode(form);
    return { encode: () => encode(form), decode: () => decode(text) };
  },
};

interface Pair {
  encode(line: readonly Point[], precision?: number): string;
  decode(text: string, precision?: number): unknown;
}

interface FlexiblePair {
  encode(form: object): string;
  decode(text: string): unknown;
}

function pair(codec: Pair, line: readonly Point[]): Codec {
  const text = codec.encode(line);
  return { encode: () => codec.encode(line), decode: () => codec.decode(text) };
}

/** Some of these have their functions at the default export only, and no types. */
async function load(name: string): Promise<Record<string, unknown>> {
  const loaded = await import(name);
  return 'decode' in loaded ? loaded : loaded.default;
}
