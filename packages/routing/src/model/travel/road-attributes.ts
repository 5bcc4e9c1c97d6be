import { listOf, oneOf } from '../check/reader.ts';

/**
 * The attributes of roads along a line, with their values:
 *
 * - `surface`: a word of OpenStreetMap's `surface` (`asphalt`, `gravel`), `paved` or `unpaved`
 * - `roadClass`: a word of OpenStreetMap's `highway` (`motorway`, `residential`), or `ferry`; with
 *   openrouteservice also its wider classes `state road`, `road`, `street`
 * - `toll`: `true` or `false`
 * - `gradient`: per cent, below 0 downhill; of an engine that states classes, the lower bound of the class
 * - `speedLimit`: kilometres an hour
 * - `averageSpeed`: kilometres an hour, as the engine travels there
 * - `congestion`: a word of Mapbox: `low`, `moderate`, `heavy` or `severe`
 * - `wayId`: the number of the way in OpenStreetMap
 * - `suitability`: for the mode of travel, 1 (least) to 10
 * - `green`, `noise`, `shadow`: classes of openrouteservice, 0 (none) to 10
 * - `trailDifficulty`: a class of openrouteservice, 0 to 7, of the hiking or the mountain-bike scale
 *
 * @public
 */
export interface AttributeValues {
  /** The surface. */
  readonly surface: string;
  /** The kind of road. */
  readonly roadClass: string;
  /** Whether a toll is due. */
  readonly toll: boolean;
  /** The gradient in per cent. */
  readonly gradient: number;
  /** Kilometres an hour. */
  readonly speedLimit: number;
  /** Kilometres an hour. */
  readonly averageSpeed: number;
  /** `low`, `moderate`, `heavy` or `severe`. */
  readonly congestion: string;
  /** The number of the way in OpenStreetMap. */
  readonly wayId: number;
  /** 1 (least) to 10. */
  readonly suitability: number;
  /** 0 (none) to 10. */
  readonly green: number;
  /** 0 (none) to 10. */
  readonly noise: number;
  /** 0 (none) to 10. */
  readonly shadow: number;
  /** 0 to 7. */
  readonly trailDifficulty: number;
}

/** The name of an attribute. @public */
export type AttributeName = keyof AttributeValues;

/** A part of a line with one value. @public */
export interface AttributeRun<Value = AttributeValues[AttributeName]> {
  /** First and last index into the coordinates of the line. */
  readonly geometryRange: readonly [from: number, to: number];
  /** The value; `null` if the engine does not know it. */
  readonly value: Value | null;
}

/** The runs of each requested attribute. They cover the line without gaps. @public */
export type AttributeRuns = {
  readonly [Name in AttributeName]?: readonly AttributeRun<AttributeValues[Name]>[];
};

/** All attributes. @public */
export const attributeNames: readonly AttributeName[] = [
  'surface',
  'roadClass',
  'toll',
  'gradient',
  'speedLimit',
  'averageSpeed',
  'congestion',
  'wayId',
  'suitability',
  'green',
  'noise',
  'shadow',
  'trailDifficulty',
];

/** Attributes that an engine may state of an isochrone, beyond its size. @public */
export type IsochroneAttribute = 'population' | 'reachFactor';

export const readAttributes = /* @__PURE__ */ listOf(
  /* @__PURE__ */ oneOf(attributeNames),
  'must be a list of attributes',
);
