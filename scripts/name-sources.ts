import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a package's sources are: its manifest, as far as it says so. */
export interface SourcePlace {
  readonly repository: { readonly url: string; readonly directory?: string };
}

/**
 * Writes the address of its source above each declaration of `folder`: "go to definition" opens declarations,
 * and the package has no sources.
 */
export function nameSources(folder: string, { repository }: SourcePlace): void {
  const { url, directory = '' } = repository;
  const address = `${url.replace(/^git\+|\.git$/g, '')}/blob/main/${directory}/src`;
  for (const path of globSync('**/*.d.ts', { cwd: folder })) {
    const file = join(folder, path);
    const source = path.replaceAll('\\', '/').replace(/\.d\.ts$/, '.ts');
    writeFileSync(file, `// Source: ${address}/${source}\n${readFileSync(file, 'utf8')}`);
  }
}
