// The quick start of email with other package managers: their own words for the lines of the page.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../scripts/run.ts';
import { createNewcomer } from './support/newcomer.ts';
import {
  bunPath,
  newestNode,
  noteOf,
  promisedOutput,
  quickStarts,
  withoutSpace,
} from './support/quick-start.ts';

const email = quickStarts.find(({ page }) => page === 'packages/email/README.md');
const managers = [
  { manager: 'pnpm', packageName: 'pnpm@12.21.0', init: 'pnpm init', dlx: 'pnpm dlx', exec: 'exec --yes' },
  {
    manager: 'yarn',
    packageName: '@yarnpkg/cli-dist@4.18.1',
    init: 'yarn init -y',
    dlx: 'yarn dlx',
    exec: 'exec',
  },
  { manager: 'bun', packageName: undefined, init: 'bun init -y', dlx: 'bunx', exec: 'exec' },
] as const;

const words = (line = '') => line.replace(/#.*$/, '').trim();

it.skipIf(newestNode === '' || bunPath === '').each(managers)(
  `$manager${noteOf(newestNode, bunPath)}`,
  async ({ manager, packageName, init, dlx, exec }) => {
    if (!email) throw new Error('The page of email has no quick start.');
    const { folder, home, env, sh } = await createNewcomer(newestNode);
    const bin = join(home, 'bin');
    mkdirSync(bin);
    if (packageName === undefined) {
      for (const name of ['bun', 'bunx']) symlinkSync(bunPath, join(bin, name));
    } else {
      await run('npm', ['install', '--global', '--ignore-scripts', '--prefix', home, packageName], {
        cwd: home,
        env,
      });
    }
    const [, install = ''] = email.setUp;
    await sh(init);
    await sh(words(install).replace('npm install', `${manager} add`));
    writeFileSync(join(folder, email.file), email.programs[0] ?? '');
    const output = await sh(email.command.replace('npx', dlx).replace('exec', exec));
    expect(withoutSpace(output), output).toMatch(promisedOutput(email.programs[0] ?? ''));
    // The engine came by the same package manager.
    const { devDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const engine = exec === 'exec --yes' ? '3.6.1' : undefined;
    expect(devDependencies['@valhallajs/valhallajs']).toBe(engine);
  },
);
