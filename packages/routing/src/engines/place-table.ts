import { flat, type Position } from '../model/position.ts';

/** Each place of a matrix once, and where in that list the origins and the destinations are. */
export function placeTable(origins: readonly Position[], destinations: readonly Position[]) {
  const indexes = new Map<string, number>();
  const places: [longitude: number, latitude: number][] = [];
  const indexOf = (position: Position): number => {
    const key = `${position[0]},${position[1]}`;
    const known = indexes.get(key);
    if (known !== undefined) return known;
    indexes.set(key, places.length);
    return places.push(flat(position)) - 1;
  };
  return { places, origins: origins.map(indexOf), destinations: destinations.map(indexOf) };
}
