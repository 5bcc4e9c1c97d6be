import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { run } from './process.ts';

/** A Python package in a separate folder. */
export interface PythonPackage {
  /** The interpreter. */
  readonly python: string;
  /** The folder with the package: the value of `PYTHONPATH`. */
  readonly directory: string;
}

/**
 * Installs a package of the Python registry into the cache, ready-made: nothing is compiled.
 *
 * @throws if no interpreter is new enough, or if the registry cannot be reached
 */
export async function installPythonPackage(
  requirement: string,
  { minimum }: { readonly minimum: `3.${number}` },
): Promise<PythonPackage> {
  const python = await findPython(Number(minimum.slice(2)));
  const directory = await cached(requirement, async (target) => {
    const flags = ['--quiet', '--no-input', '--disable-pip-version-check', '--only-binary', ':all:'];
    await run({
      command: python,
      args: ['-m', 'pip', 'install', ...flags, '--target', target, requirement],
      timeoutMs: 120_000,
    });
  });
  return { python, directory };
}

async function findPython(minimum: number): Promise<string> {
  for (const command of candidates()) {
    const version = await run({ command, args: ['-c', 'import pip, sys; print(sys.version_info[1])'] }).catch(
      () => undefined,
    );
    if (version !== undefined && Number(version) >= minimum) return command;
  }
  throw new Error(`it needs Python 3.${minimum} or newer with pip; set PEERS_PYTHON to its path`);
}

function candidates(): string[] {
  const named = process.env['PEERS_PYTHON'];
  if (named) return [named];
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  return ['python3', ...filesIn(versions).map((version) => join(versions, version, 'bin', 'python3'))];
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory).reverse();
  } catch {
    return [];
  }
}
