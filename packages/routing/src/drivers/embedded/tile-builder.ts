import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createBuildConfig, type DrivingSide } from './engine-config.ts';
import { engineBinaryDirectory, engineUnavailable } from './engine-package.ts';
import { hasTiles, isMissing } from './tile-directory.ts';

/** The maps that tiles are made from, and where the tiles go. */
export interface BuildTilesOptions {
  /** OpenStreetMap extract in PBF form. Pass this or `pbfFiles`. */
  readonly pbfFile?: string;
  /** Several extracts, merged into one map. */
  readonly pbfFiles?: readonly string[];
  /** Where the tiles go. A complete new set replaces an older one; an incomplete one never does. */
  readonly tilesDirectory: string;
  /** Folder with SRTM tiles, for grades and hills. */
  readonly elevationDirectory?: string;
  /** Side of traffic, one for the whole map: it has no administrative borders. @defaultValue 'right' */
  readonly drivingSide?: DrivingSide;
  /** Threads of the builder. The tiles are the same bytes for any number. @defaultValue 2 */
  readonly threads?: number;
  /** Stops the builder. The old tiles stay. */
  readonly signal?: AbortSignal;
  /** Called with each step, in the builder's words ("Parsing ways..."). */
  readonly onProgress?: (step: string) => void;
}

/** Runs the engine's tile builder as a child process. */
export async function buildTiles(options: BuildTilesOptions): Promise<void> {
  const { signal } = options;
  signal?.throwIfAborted();
  const maps = await readableMaps(options);
  const builder = join(engineBinaryDirectory(), 'valhalla_build_tiles');
  const target = resolve(options.tilesDirectory);
  await mkdir(dirname(target), { recursive: true });
  const workspace = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const fresh = join(workspace, 'tiles');
    await mkdir(fresh);
    const config = createBuildConfig({
      tilesDirectory: fresh,
      drivingSide: options.drivingSide ?? 'right',
      elevationDirectory: options.elevationDirectory,
    });
    const parameters = ['-i', JSON.stringify(config), '-j', String(options.threads ?? 2), ...maps];
    await runBuilder({ builder, parameters, workspace, signal, onProgress: options.onProgress });
    if (!(await hasTiles(fresh))) {
      throw engineUnavailable('map-unreadable', noRoads);
    }
    signal?.throwIfAborted();
    await putInPlace(fresh, target, join(workspace, 'old'));
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

async function readableMaps({ pbfFile, pbfFiles }: BuildTilesOptions): Promise<string[]> {
  const maps = [...(pbfFile === undefined ? [] : [pbfFile]), ...(pbfFiles ?? [])].map((file) =>
    resolve(file),
  );
  if (maps.length === 0) throw new TypeError('buildTiles() needs a map: pass pbfFile or pbfFiles.');
  for (const map of maps) {
    const found = await stat(map).catch(() => undefined);
    if (!found?.isFile()) throw engineUnavailable('map-missing', `There is no map file ${map}.`);
  }
  return maps;
}

interface BuilderRun {
  readonly builder: string;
  readonly parameters: readonly string[];
  readonly workspace: string;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((step: string) => void) | undefined;
}

// The builder writes a file into its working directory, and ends with SIGABRT on bad input, with the reason
// on stderr.
function runBuilder({ builder, parameters, workspace, signal, onProgress }: BuilderRun): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(builder, parameters, { cwd: workspace, stdio: ['ignore', 'ignore', 'pipe'] });
    const kill = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', kill, { once: true });
    const complaints: string[] = [];
    const readLine = (line: string) => {
      const step = infoLine.exec(line)?.[1];
      if (step !== undefined) onProgress?.(step);
      else if (!logLine.test(line) && complaints.length < 5) complaints.push(line);
    };
    const lines = splitLines(readLine);
    child.stderr.setEncoding('utf8').on('data', lines.push);
    child.once('error', (cause) => {
      signal?.removeEventListener('abort', kill);
      fail(
        engineUnavailable('tile-build-failed', `The tile builder did not start: ${cause.message}`, { cause }),
      );
    });
    child.once('close', (code, killedBy) => {
      signal?.removeEventListener('abort', kill);
      lines.end();
      if (signal?.aborted) fail(signal.reason);
      else if (code === 0) done();
      else fail(buildFailure(complaints.map(withoutPreamble).join(' ').trim(), killedBy ?? `exit ${code}`));
    });
  });
}

const infoLine = /^\S+ \S+ \[INFO\] (.+)$/;
const logLine = /^\S+ \S+ \[[A-Z]+\] /;

// The C++ runtime prints an uncaught exception; only the part after "what():" is the reason.
function withoutPreamble(line: string): string {
  return line.replace(/^terminate called .*$/, '').replace(/^\s*what\(\):\s*/, '');
}

function buildFailure(complaint: string, ending: string): Error {
  if (/PBF error|unknown file format|Open failed|Could not detect file format/i.test(complaint)) {
    return engineUnavailable('map-unreadable', `The map is not a whole OpenStreetMap PBF file: ${complaint}`);
  }
  // With a map without roads the builder ends with SIGSEGV, or computes an invalid tile.
  if ((ending === 'SIGSEGV' && complaint === '') || complaint.includes('GraphId with invalid tile id')) {
    return engineUnavailable('map-unreadable', noRoads);
  }
  return engineUnavailable(
    'tile-build-failed',
    `The tile builder failed (${ending}): ${complaint || 'no reason given'}`,
  );
}

const noRoads =
  'The map has no roads for routing, so no tiles were built. Pass an extract of an area with roads.';

function splitLines(onLine: (line: string) => void) {
  let rest = '';
  return {
    push(chunk: string) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    },
    end: () => onLine(rest),
  };
}

async function putInPlace(fresh: string, target: string, old: string): Promise<void> {
  const replaced = await rename(target, old).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
  try {
    await rename(fresh, target);
  } catch (error) {
    if (replaced) await rename(old, target);
    throw error;
  }
}
