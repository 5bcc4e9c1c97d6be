// The CycloneDX bill of materials of each package: what an install brings, and what is compiled in.
// Usage: bill-of-materials.ts <folder for the files>
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, root } from '../package-entries.ts';
import { runPnpm } from '../run.ts';

export interface Component {
  readonly type: 'library';
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly 'bom-ref': string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
}

export interface BillOfMaterials {
  readonly bomFormat: 'CycloneDX';
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** @param name - The short name of a built package. */
export async function billOfMaterials(name: string): Promise<BillOfMaterials> {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6'];
  const scope = ['--prod', '--exclude-peers', '--filter', `@org/${name}`];
  const bill: BillOfMaterials = JSON.parse(await runPnpm(['sbom', ...format, ...scope], { cwd: root }));
  const compiledIn = compiledInto(name);
  const own = bill.metadata.component['bom-ref'];
  return {
    ...bill,
    components: [...bill.components, ...compiledIn],
    dependencies: bill.dependencies.map(({ ref, dependsOn }) => {
      const further = ref === own ? compiledIn.map((component) => component['bom-ref']) : [];
      return { ref, dependsOn: [...dependsOn, ...further] };
    }),
  };
}

function compiledInto(name: string): readonly Component[] {
  return [...compiledIntoEntries(name), ...compiledIntoPages(name)];
}

/** Licences beside the files of a page: `LICENSE-preact.txt`. */
function compiledIntoPages(name: string): readonly Component[] {
  const folder = `${root}packages/${name}`;
  return globSync('dist/**/LICENSE-*.txt', { cwd: folder }).map((path) => {
    const [, library = ''] = /LICENSE-(.+)\.txt$/.exec(path) ?? [];
    const file = `${folder}/node_modules/${library}/package.json`;
    const { version, license } = JSON.parse(readFileSync(file, 'utf8'));
    return componentOf(library, version, license);
  });
}

function componentOf(name: string, version: string, id: string): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', name, version, purl, 'bom-ref': purl, licenses: [{ license: { id } }] };
}

/** The headings of the file with licences, which the build writes. */
function compiledIntoEntries(name: string): readonly Component[] {
  const file = `${root}packages/${name}/dist/THIRD-PARTY-LICENSES.txt`;
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^(\S+) (\d+\.\d+\.\d+) \(([\w.-]+)\)$/gm)].map(
    ([, library = '', version = '', id = '']) => componentOf(library, version, id),
  );
}

if (import.meta.main) {
  const [, , target = 'sbom'] = process.argv;
  mkdirSync(target, { recursive: true });
  for (const { name } of publishedPackages())
    writeFileSync(join(target, `org-${name}.cdx.json`), JSON.stringify(await billOfMaterials(name), null, 2));
}
