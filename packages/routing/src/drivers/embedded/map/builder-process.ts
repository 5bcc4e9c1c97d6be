import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type EnginePlace, engineBinaryDirectory, engineUnavailable } from '../engine/engine-package.ts';

export interface BuilderRun extends EnginePlace {
  /** The program's name. */
  readonly program: 'valhalla_build_tiles' | 'valhalla_build_admins';
  readonly parameters: readonly string[];
  /** The working directory: the programs write files into it. */
  readonly workspace: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with each step, in the program's words. */
  readonly onProgress?: ((step: string) => void) | undefined;
}

/** Runs a program of the engine. On bad input it ends with SIGABRT, with the reason on stderr. */
export function runBuilder(run: BuilderRun): Promise<void> {
  const { program, parameters, workspace, signal, onProgress } = run;
  const path = join(engineBinaryDirectory(run), program);
  return new Promise((done, fail) => {
    const child = spawn(path, parameters, { cwd: workspace, stdio: ['ignore', 'ignore', 'pipe'] });
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

export const noRoads =
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
