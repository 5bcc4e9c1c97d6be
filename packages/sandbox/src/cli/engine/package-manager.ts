import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface ProjectManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** The folder with the `package.json`. */
  readonly folder: string;
}

type Name = ProjectManager['name'];

const lockFiles: readonly (readonly [file: string, name: Name])[] = [
  ['package-lock.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

// The version is the one that was saved: the engine's format of tiles belongs to it.
const installers: Readonly<Record<Name, readonly string[]>> = {
  npm: ['install', '--save-dev', '--save-exact'],
  pnpm: ['add', '--save-dev', '--save-exact', '--ignore-workspace-root-check'],
  yarn: ['add', '--dev', '--exact'],
  bun: ['add', '--dev', '--exact'],
};

/** The command that adds a package to the project, for development. */
export const installCommand = ({ name }: ProjectManager, specifier: string): readonly string[] => [
  name,
  ...installers[name],
  specifier,
];

/**
 * The project of a folder, and its package manager: of the nearest lock file, else the one that runs this
 * program, else npm. `undefined` outside of projects.
 *
 * @param userAgent - `npm_config_user_agent`, which every package manager sets for its programs
 */
export function findProject(from: string, userAgent = ''): ProjectManager | undefined {
  const folder = foldersAbove(from).find((each) => existsSync(join(each, 'package.json')));
  if (folder === undefined) return undefined;
  return { folder, name: nameByLockFile(folder) ?? nameByUserAgent(userAgent) ?? 'npm' };
}

function nameByLockFile(folder: string): Name | undefined {
  for (const each of foldersAbove(folder)) {
    const found = lockFiles.find(([file]) => existsSync(join(each, file)));
    if (found !== undefined) return found[1];
  }
  return undefined;
}

function nameByUserAgent(userAgent: string): Name | undefined {
  const [name] = userAgent.split('/');
  return Object.keys(installers).find((known): known is Name => known === name);
}

function foldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}
