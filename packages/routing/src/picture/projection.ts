import { boxOfPoints } from '../model/geometry/box.ts';
import { type Position, radians } from '../model/geometry/position.ts';
import { turnBetween } from '../model/geometry/turn.ts';

/** A place in pixels, from the top left corner. */
export type Pixel = readonly [x: number, y: number];

/** A part of the picture in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const earthRadiusMeters = 6_378_137;
// Where the square of Web Mercator ends.
const northernmost = 85.0511287798066;
// A single place would fill the picture otherwise.
const smallestSpan = 0.002;

/** Web Mercator, fitted into a picture. */
export type Projection = ReturnType<typeof fitProjection>;

/** Fits places into a part of a picture. North is up. */
export function fitProjection(places: readonly Position[], { x, y, width, height }: Box) {
  const box = boxOfPoints(places) ?? [-180, -60, 180, 75];
  const [west, south, east, north] = box;
  // Over the date line the east is unrolled.
  const span = Math.max(smallestSpan, east < west ? east + 360 - west : east - west);
  const middle = west + (east < west ? east + 360 - west : east - west) / 2;
  const [bottom, top] = [mercatorOf(south), mercatorOf(north)];
  const spanY = Math.max(mercatorOf(smallestSpan), top - bottom);
  const scale = Math.min(width / radians(span), height / spanY);
  const middleY = (bottom + top) / 2;
  const latitude = 2 * Math.atan(Math.exp(middleY)) - Math.PI / 2;
  const pixelAt = (turn: number, place: Position): Pixel => [
    x + width / 2 + radians(turn) * scale,
    y + height / 2 - (mercatorOf(place[1]) - middleY) * scale,
  ];
  /** Degrees east of the middle, from -180 up to 180. */
  const turnTo = (longitude: number) => ((((longitude - middle + 180) % 360) + 360) % 360) - 180;
  return {
    box,
    /** Metres on the ground under one pixel, in the middle of the map. */
    metersPerPixel: (earthRadiusMeters * Math.cos(latitude)) / scale,
    toPixel: (place: Position) => pixelAt(turnTo(place[0]), place),
    /** A line, once for each time that it comes to the map: a line may go around the Earth. */
    toLines: (line: readonly Position[]) => {
      let turn = turnTo(line[0]?.[0] ?? middle);
      const turns = line.map((place, index) => {
        // The shorter way, also over the antipode of the middle.
        turn += turnBetween(line[index - 1]?.[0] ?? place[0], place[0]);
        return turn;
      });
      // A piece for each passage of the map. Pieces share the segment that leaves it.
      const roundAt = (index: number) => Math.floor(((turns[index] ?? 0) + 180) / 360);
      const pieces: Pixel[][] = [];
      line.forEach((place, index) => {
        const pixelIn = (at: number, round: number): Pixel =>
          pixelAt((turns[at] ?? 0) - round * 360, line[at] ?? place);
        const round = roundAt(index);
        if (index > 0 && roundAt(index - 1) === round) pieces.at(-1)?.push(pixelIn(index, round));
        else {
          if (index > 0) pieces.at(-1)?.push(pixelIn(index, roundAt(index - 1)));
          pieces.push([...(index > 0 ? [pixelIn(index - 1, round)] : []), pixelIn(index, round)]);
        }
      });
      return pieces;
    },
  };
}

function mercatorOf(latitude: number): number {
  const clamped = Math.min(northernmost, Math.max(-northernmost, latitude));
  return Math.log(Math.tan(Math.PI / 4 + radians(clamped) / 2));
}
