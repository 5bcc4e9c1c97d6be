import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The list of the tiles in their folder: without it a missing tile is a place without roads. */
const listName = 'tiles.json';

// valhalla/valhalla baldr/graphtileheader.h: the size of the whole tile, in little-endian order.
const sizeOffset = 224;
const headerBytes = 272;
const filesAtOnce = 32;

/** Whether this is the path of a tile in its folder: its level and its number, in groups of three digits. */
export function isTileName(name: string): boolean {
  return /^(?:[01]\/\d{3}|[23]\/\d{3}\/\d{3})\/\d{3}\.gph(?:\.gz)?$/.test(name.replaceAll('\\', '/'));
}

/** Writes the list of the tiles, when all are built. */
export async function writeTileList(directory: string, names: readonly string[]): Promise<void> {
  await writeFile(join(directory, listName), `${JSON.stringify(names.filter(isTileName).sort())}\n`);
}

/**
 * What is wrong with the tiles; `undefined` if nothing is. The engine takes a damaged tile for one without
 * roads, and says so only in some of its answers.
 */
export async function damageOf(directory: string, names: readonly string[]): Promise<string | undefined> {
  const tiles = names.filter(isTileName);
  const present = new Set(tiles);
  const missing = (await readTileList(directory, names)).find((name) => !present.has(name));
  if (missing !== undefined) return `${missing} is missing`;
  // A compressed tile has its size inside.
  const plain = tiles.filter((name) => name.endsWith('.gph'));
  for (let from = 0; from < plain.length; from += filesAtOnce) {
    const batch = plain.slice(from, from + filesAtOnce);
    const damages = await Promise.all(batch.map((name) => damageOfTile(directory, name)));
    const damage = damages.find((each) => each !== undefined);
    if (damage !== undefined) return damage;
  }
  return undefined;
}

async function readTileList(directory: string, names: readonly string[]): Promise<readonly string[]> {
  if (!names.includes(listName)) return [];
  const list: unknown = JSON.parse(await readFile(join(directory, listName), 'utf8'));
  return Array.isArray(list) ? list : [];
}

async function damageOfTile(directory: string, name: string): Promise<string | undefined> {
  const header = Buffer.alloc(headerBytes);
  let size: number;
  try {
    const file = await open(join(directory, name));
    try {
      ({ size } = await file.stat());
      await file.read(header, 0, headerBytes, 0);
    } finally {
      await file.close();
    }
  } catch (error) {
    return `${name} cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  const whole = header.readUInt32LE(sizeOffset);
  if (size >= headerBytes && size === whole) return undefined;
  return `${name} has ${size} bytes${size < headerBytes ? '' : `, and its header says ${whole}`}`;
}
