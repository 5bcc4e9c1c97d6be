import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compiled-in packages keep their licences: a file next to the bundles has the texts. */
export function writeLicences(inputs: readonly string[]): void {
  const folders = new Set(
    inputs.map((input) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]).filter(Boolean),
  );
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    // Some packages leave the file of their repository out; those are in `scripts/licences`.
    const file = [
      ...['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license'].map((option) => `${folder}/${option}`),
      join(import.meta.dirname, '../licences', `${name}.txt`),
    ].find(existsSync);
    if (file === undefined) throw new Error(`${name} is compiled in, but has no licence file`);
    return `${name} ${version} (${license})\n\n${readFileSync(file, 'utf8').trim()}\n`;
  });
  if (texts.length > 0) writeFileSync('dist/THIRD-PARTY-LICENSES.txt', texts.join(`\n${'-'.repeat(78)}\n\n`));
}
