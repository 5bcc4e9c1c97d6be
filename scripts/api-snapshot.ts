// The names that each package exports, by entry and kind, as checked in beside it (api.json). `--write`
// renews the files, and the names of core that products pass on.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeCoreNames } from './core-names.ts';
import { type PackageEntry, publishedPackages } from './package-entries.ts';

const lists = /export\s+(type\s+)?\{([^}]*)\}/g;
/** The types of a file that lists names for several entries (decision 68). */
const sharedLists = /export\s+type\s+\*\s+from\s+'([^']+\/names\.ts)'/g;
const declarations =
  /^export\s+(?:declare\s+)?(?:abstract\s+)?(async function|function|class|const|interface|type)\s+(\w+)/gm;

/** Every exported name of one source file with its kind. Entries re-export by name, or a list of names. */
function exportedNames(path: string): Readonly<Record<string, 'type' | 'value'>> {
  const source = readFileSync(path, 'utf8');
  const text = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
  if (/export\s+\*/.test(text))
    throw new Error('an entry re-exports everything of a module: name what it exports');
  const names = new Map<string, 'type' | 'value'>();
  for (const [, list = ''] of text.matchAll(sharedLists))
    for (const name of Object.keys(exportedNames(join(dirname(path), list)))) names.set(name, 'type');
  for (const [, typeOnly, body = ''] of text.matchAll(lists)) {
    for (const part of body
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)) {
      const isType = Boolean(typeOnly) || part.startsWith('type ');
      const name =
        part
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)
          .at(-1) ?? '';
      names.set(name, isType ? 'type' : 'value');
    }
  }
  for (const [, keyword, name = ''] of text.matchAll(declarations)) {
    names.set(name, keyword === 'interface' || keyword === 'type' ? 'type' : 'value');
  }
  return Object.fromEntries([...names].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The snapshot of one package as it is now. */
function snapshot(entries: readonly PackageEntry[]) {
  return Object.fromEntries(entries.map(({ path, source }) => [path, exportedNames(source)]));
}

export function formatSnapshot(entries: readonly PackageEntry[]): string {
  return `${JSON.stringify(snapshot(entries), null, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && process.argv.includes('--write')) {
  writeCoreNames();
  for (const { folder, entries } of publishedPackages())
    writeFileSync(`${folder}/api.json`, formatSnapshot(entries));
}
