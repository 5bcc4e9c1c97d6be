// A copy of this repository in which versions can be made and built.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publishedPackages, root } from '../../package-entries.ts';
import { run } from '../../run.ts';

export interface Change {
  /** `'@org/email'` */
  readonly name: string;
  readonly bump: 'patch' | 'minor';
  readonly text: string;
}

export type Versions = Readonly<Record<string, string>>;

export interface WorkingCopy {
  readonly folder: string;
  versions(): Versions;
  /** Makes versions and changelogs of the changesets that are there, and of one more. */
  version(change?: Change): Promise<Versions>;
  build(): Promise<void>;
  pack(target: string): Promise<void>;
}

/** What versioning, building and packing read. */
const parts = [
  '.changeset',
  '.gitignore',
  'LICENSE',
  'docs',
  'package.json',
  'packages',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'scripts',
  'tsconfig.base.json',
  'turbo.json',
];

export async function copyRepository(folder: string): Promise<WorkingCopy> {
  mkdirSync(folder, { recursive: true });
  for (const part of parts)
    cpSync(root + part, join(folder, part), {
      recursive: true,
      filter: (path) => !/[\\/](?:node_modules|test|\.turbo|dist)$/.test(path),
    });
  for (const modules of ['node_modules', ...globSync('packages/*/node_modules', { cwd: root })])
    linkModules(modules, folder);
  const git = (...args: string[]) => run('git', ['-C', folder, ...author, ...args], { cwd: folder });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message=Start');
  const versions = () =>
    Object.fromEntries(
      publishedPackages().map(({ name }) => {
        const file = join(folder, 'packages', name, 'package.json');
        return [`@org/${name}`, JSON.parse(readFileSync(file, 'utf8')).version as string];
      }),
    );
  const env = { PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}`, CI: 'true' };
  return {
    folder,
    versions,
    async version(change) {
      if (change) {
        const text = `---\n'${change.name}': ${change.bump}\n---\n\n${change.text}\n`;
        writeFileSync(join(folder, '.changeset', 'one-more.md'), text);
      }
      await run('changeset', ['version'], { cwd: folder, env });
      await git('commit', '--quiet', '--all', '--message=Version');
      return versions();
    },
    async build() {
      const turbo = ['run', 'build', '--output-logs=errors-only'];
      await run('turbo', turbo, { cwd: folder, env, timeoutMs: 300_000 });
    },
    async pack(target) {
      await run(process.execPath, ['scripts/release/pack.ts', target], { cwd: folder, env });
    },
  };
}

const author = [
  '-c',
  'user.name=rehearsal',
  '-c',
  'user.email=rehearsal@localhost',
  '-c',
  'commit.gpgsign=false',
];

/** What is installed here; packages of the workspace are those of the copy. */
export function linkModules(modules: string, folder: string): void {
  const target = join(folder, modules);
  mkdirSync(target, { recursive: true });
  for (const name of globSync('{*,@*/*,.bin,.pnpm}', { cwd: root + modules })) {
    if (name.startsWith('@') && !/[\\/]/.test(name)) continue;
    mkdirSync(dirname(join(target, name)), { recursive: true });
    const [, own] = /^@org[\\/](.+)$/.exec(name) ?? [];
    const source = own === undefined ? join(root, modules, name) : join(folder, 'packages', own);
    if (existsSync(source)) symlinkSync(source, join(target, name), 'junction');
  }
}
