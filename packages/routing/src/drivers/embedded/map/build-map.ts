import { mkdir, mkdtemp, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { wordOption } from '@org/core/basics';
import { hasWholeTiles } from '../engine/tile-directory.ts';
import { buildBorders } from './borders.ts';
import { describeMap, type MapRecipe } from './map-key.ts';
import { type KeepMapLock, withMapLock } from './map-lock.ts';
import { createProgress, type MapProgress } from './progress.ts';
import { buildInWorkspace, readableMaps } from './tile-builder.ts';

/** The source of a map, and its folder. */
export interface BuildMapOptions extends MapRecipe {
  /** The folder of the map: it holds each build in a separate folder, and a link to the current one. */
  readonly directory: string;
  /** Threads of the builder. The tiles are the same bytes for any number. @defaultValue 2 */
  readonly threads?: number | undefined;
  /** Called at the beginning of each stage, and while the extracts are read. */
  readonly onProgress?: ((progress: MapProgress) => void) | undefined;
  /** Stops the build. The map stays as it was. */
  readonly signal?: AbortSignal | undefined;
}

/** A map that is ready for `embedded()`. */
export interface BuiltMap {
  /** For `embedded({ tilesDirectory })`: a link to the current build, which the next build replaces. */
  readonly tilesDirectory: string;
  /** The folder of this build. It stays until `removeOldBuilds()`. */
  readonly buildDirectory: string;
  /** The same extracts were built before with the same engine and options. */
  readonly reused: boolean;
}

/** The prefix of folders of complete builds. */
export const buildPrefix = 'build-';
/** The prefix of folders of builds that run or were killed. */
export const workspacePrefix = '.workspace-';
const currentName = 'current';

/** Builds a map, or finds the build of the same content. */
export async function buildMap(options: BuildMapOptions): Promise<BuiltMap> {
  const { signal } = options;
  signal?.throwIfAborted();
  wordOption('buildMap(): drivingSide', options.drivingSide, ['right', 'left', 'borders'], 'right');
  const extracts = await readableMaps(options.extracts);
  if (extracts.length === 0)
    throw new TypeError("buildMap() needs a map: { extracts: ['andorra.osm.pbf'] }.");
  const directory = resolve(options.directory);
  await mkdir(directory, { recursive: true });
  const progress = createProgress(options);
  const { key, description } = await describeMap({ ...options, extracts }, progress.reading, signal);
  const name = `${buildPrefix}${key}`;
  const buildDirectory = join(directory, name);
  const isCurrent = (await currentBuild(directory)) === name && (await hasWholeTiles(buildDirectory));
  const reused =
    isCurrent ||
    (await withMapLock(directory, { signal, onWait: progress.waiting }, async (keep) => {
      const isBuilt = await hasWholeTiles(buildDirectory);
      const run = { buildDirectory, description, keep, onStep: progress.step };
      // Another process may have removed the build, which was not the current one yet.
      do {
        if (!(await hasWholeTiles(buildDirectory))) await build({ ...options, extracts }, run);
      } while (!(await keep()));
      await makeCurrent(directory, name);
      return isBuilt;
    }));
  progress.finish();
  return { tilesDirectory: join(directory, currentName), buildDirectory, reused };
}

interface BuildRun {
  readonly buildDirectory: string;
  /** The content of `map.json`. */
  readonly description: object;
  readonly keep: KeepMapLock;
  readonly onStep: (step: string) => void;
}

async function build(
  options: BuildMapOptions,
  { buildDirectory, description, keep, onStep }: BuildRun,
): Promise<void> {
  const { extracts, drivingSide, signal } = options;
  const workspace = await mkdtemp(join(resolve(options.directory), workspacePrefix));
  try {
    const run = { workspace, signal, onProgress: onStep };
    const adminDatabase =
      options.adminDatabase ?? (drivingSide === 'borders' ? await buildBorders(extracts, run) : undefined);
    const fresh = await buildInWorkspace(workspace, extracts, {
      ...options,
      onProgress: onStep,
      drivingSide: drivingSide === 'left' ? 'left' : 'right',
      adminDatabase,
    });
    await writeFile(join(fresh, 'map.json'), `${JSON.stringify(description, null, 2)}\n`);
    // Another process has built the same, while this one stood still.
    if (!(await keep()) && (await hasWholeTiles(buildDirectory))) return;
    // A damaged build of the same content.
    await rm(buildDirectory, { recursive: true, force: true });
    await rename(fresh, buildDirectory);
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

export async function currentBuild(directory: string): Promise<string | undefined> {
  const target = await readlink(join(directory, currentName)).catch(() => undefined);
  return target === undefined ? undefined : basename(target);
}

// A link is replaced in one step: a client that opens the map finds the old build or the new one.
async function makeCurrent(directory: string, name: string): Promise<void> {
  if ((await currentBuild(directory)) === name) return;
  const fresh = join(directory, `.${currentName}-${process.pid}`);
  await rm(fresh, { force: true });
  await symlink(name, fresh);
  await rename(fresh, join(directory, currentName));
}
