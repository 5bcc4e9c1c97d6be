import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  API,
  type Checker,
  type Project,
  SymbolFlags,
  type Symbol as TsSymbol,
} from 'typescript/unstable/sync';
import { publishedPackages, root } from '../../scripts/package-entries.ts';

export interface PublicDeclarations {
  readonly project: Project;
  /** What the entries export, with all its names: `@org/email/plunk:plunk`. */
  readonly exported: ReadonlyMap<TsSymbol, readonly string[]>;
  close(): void;
}

/** Opens the built declarations of all entries, as the compiler of a user reads them. */
export function openDeclarations(): PublicDeclarations {
  const entries = publishedPackages().flatMap((published) => published.entries);
  // Inside `examples`, where `@types/node` resolves.
  const folder = join(root, 'examples', `.declarations-${process.pid}`);
  mkdirSync(folder);
  const config = join(folder, 'tsconfig.json');
  const settings = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { customConditions: [] },
    files: entries.map(({ types }) => types),
  };
  writeFileSync(config, JSON.stringify(settings));
  const api = new API({ cwd: root });
  const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
  if (project === undefined) throw new Error('the compiler opened no project');
  const exported = new Map<TsSymbol, string[]>();
  for (const { specifier, types } of entries)
    for (const name of exportsOf(project, types)) {
      const symbol = withoutAlias(project.checker, name);
      exported.set(symbol, [...(exported.get(symbol) ?? []), `${specifier}:${name.name}`]);
    }
  const close = () => {
    api.close();
    rmSync(folder, { recursive: true });
  };
  return { project, exported, close };
}

function exportsOf({ program, checker }: Project, file: string): readonly TsSymbol[] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} is not a module: build the packages first`);
  return checker.getExportsOfModule(module);
}

export function withoutAlias(checker: Checker, symbol: TsSymbol): TsSymbol {
  return symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
