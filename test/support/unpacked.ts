import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/package-entries.ts';
import { packPackages } from '../../scripts/release/pack.ts';
import { run } from '../../scripts/run.ts';

/** A new folder with the packages for programs as they are published, and with their dependencies. */
export async function unpackPackages(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'org-unpacked-'));
  for (const [name, tarball] of await packPackages(folder, ['core', 'email', 'realtime', 'routing'])) {
    const target = join(folder, 'node_modules/@org', name);
    mkdirSync(target, { recursive: true });
    await run('tar', ['-xzf', tarball, '-C', target, '--strip-components', '1'], { cwd: folder });
  }
  for (const name of ['@noble', 'ws'])
    symlinkSync(
      `${root}packages/realtime/node_modules/${name}`,
      join(folder, 'node_modules', name),
      'junction',
    );
  return folder;
}
