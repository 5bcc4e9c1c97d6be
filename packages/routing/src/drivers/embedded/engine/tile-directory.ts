import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { engineUnavailable } from './engine-package.ts';
import { damageOf, isTileName } from './tile-files.ts';

/** Whether the folder holds at least one tile. */
export async function hasTiles(directory: string): Promise<boolean> {
  return (await namesIn(directory)).some(hasTileExtension);
}

/** Whether the folder holds tiles for the engine, and all of them are whole. */
export async function hasWholeTiles(directory: string): Promise<boolean> {
  const names = await namesIn(directory);
  return names.some(isTileName) && (await damageOf(directory, names)) === undefined;
}

/** Whether this is the error of a missing file. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
}

/** The folder's path without symbolic links. Throws `ConfigurationError` if its tiles cannot be used. */
export async function realTilesDirectory(directory: string): Promise<string> {
  const names = await namesIn(directory).catch((cause: NodeJS.ErrnoException) => {
    const message = `The tilesDirectory ${directory} cannot be read (${cause.code}). Check its permissions.`;
    throw engineUnavailable('engine-tiles-missing', message, { cause });
  });
  if (!names.some(isTileName))
    throw engineUnavailable('engine-tiles-missing', await withoutTiles(directory, names));
  const damage = await damageOf(directory, names);
  if (damage !== undefined) {
    const message =
      `The tiles in ${directory} are damaged: ${damage}. ` +
      'Build the map again with buildMap() or buildTiles(), or copy it again.';
    throw engineUnavailable('engine-tiles-damaged', message);
  }
  return realpath(directory);
}

/** Throws `ConfigurationError` if there is no such folder: the engine would answer `null` everywhere. */
export async function requireElevations(directory: string | undefined): Promise<void> {
  if (directory === undefined) return;
  const found = await stat(directory).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw engineUnavailable('map-missing', `The elevationDirectory ${directory} is not a folder.`);
}

/** The same for all paths of a folder, and another one for the folder that replaces it. */
export async function identityOf(directory: string): Promise<string> {
  const { ino, birthtimeMs } = await stat(directory);
  return `${ino}:${birthtimeMs}`;
}

/** The paths of all files in the folder. No folder has none. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

/** Why the folder has no tiles, and which folder was likely meant. */
async function withoutTiles(directory: string, names: readonly string[]): Promise<string> {
  const found = await stat(directory).catch(() => undefined);
  if (found !== undefined && !found.isDirectory())
    return `The tilesDirectory ${directory} is a file. Pass the tilesDirectory that buildMap() returned.`;
  // The folder of a map has its tiles below; the link is its newest build.
  const below = names.includes('current') ? 'current' : names.map(folderOfTile).find(Boolean);
  if (below !== undefined)
    return `There are no tiles in ${directory} itself. Pass the folder ${join(directory, below)}.`;
  if (names.some(hasTileExtension))
    return (
      `The files in ${directory} are not in the folders of a tile set (2/000/807/160.gph). ` +
      'Pass the whole folder that buildMap() or buildTiles() made.'
    );
  return (
    `There are no tiles in ${directory}. Build them from an OpenStreetMap extract with buildMap() or ` +
    'buildTiles().'
  );
}

function hasTileExtension(name: string): boolean {
  return name.endsWith('.gph') || name.endsWith('.gph.gz');
}

/** The folder of the tile set that a file deeper down belongs to. */
function folderOfTile(name: string): string | undefined {
  const parts = name.split('/');
  const from = parts.findIndex((_, index) => index > 0 && isTileName(parts.slice(index).join('/')));
  return from === -1 ? undefined : parts.slice(0, from).join('/');
}
