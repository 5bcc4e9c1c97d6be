import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encodeOsmPbf } from '../../../../sandbox/src/map/osm-pbf.ts';
import { createTownMap } from '../../../../sandbox/src/map/town-map.ts';

/** A map as an OpenStreetMap extract. */
export interface PeerMap {
  readonly name: string;
  readonly pbf: Uint8Array;
}

/** The made-up town of the sandbox. */
export const townMap = (): PeerMap => ({ name: 'town', pbf: encodeOsmPbf(createTownMap()) });

const folder = fileURLToPath(new URL('../../../../../../shared/maps/', import.meta.url));

/** A real extract, next to this repository; otherwise `undefined`. */
export function extract(name: 'andorra' | 'heidelberg'): PeerMap | undefined {
  const file = `${folder}${name}.osm.pbf`;
  return existsSync(file) ? { name, pbf: readFileSync(file) } : undefined;
}
