import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Removes the declarations of `folder` that no entry's types lead to: nobody can name what is in them. */
export function pruneDeclarations(folder: string, entries: readonly string[]): void {
  const reached = new Set<string>();
  const visit = (path: string) => {
    if (reached.has(path) || !existsSync(path)) return;
    reached.add(path);
    for (const specifier of relativeImports(readFileSync(path, 'utf8')))
      visit(join(dirname(path), declarationOf(specifier)));
  };
  for (const entry of entries) visit(normalize(entry));
  if (reached.size === 0) return; // a package without types
  removeOthers(folder, reached);
}

function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeOthers(path, kept);
    else if (path.endsWith('.d.ts') && !kept.has(path)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

function relativeImports(text: string): readonly string[] {
  const specifiers = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"](\.[^'"]+)['"]/g);
  return [...specifiers].map(([, specifier = '']) => specifier);
}

function declarationOf(specifier: string): string {
  return specifier.endsWith('.d.ts') ? specifier : specifier.replace(/(?:\.[jt]sx?)?$/, '.d.ts');
}
