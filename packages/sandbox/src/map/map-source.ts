import { namesOfTown } from './named-place.ts';
import { type MapData, readOwnMap } from './own-map.ts';
import type { Town } from './town.ts';

/** Lines and names of the map. */
export interface MapSource {
  /**
   * Read with the first call; `undefined` if nothing but the tiles is known.
   *
   * Rejects with an Error for a file that is too large or cannot be read.
   */
  read(): Promise<MapData | undefined>;
}

/** The source for the made-up town, or for an OpenStreetMap extract. */
export function createMapSource({
  town,
  osmFile,
}: {
  town?: Town | undefined;
  osmFile?: string | undefined;
}): MapSource {
  let reading: Promise<MapData | undefined> | undefined;
  const start = async () => {
    if (town !== undefined) return { town, names: namesOfTown(town) };
    return osmFile === undefined ? undefined : readOwnMap(osmFile);
  };
  return {
    read() {
      reading ??= start();
      return reading;
    },
  };
}
