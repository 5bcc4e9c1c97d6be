// The CycloneDX bill of materials of each package: what an install brings, and what is compiled in.
// Usage: bill-of-materials.ts <folder for the files>
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** The headings of the file with licences, which the build writes. */
function compiledInto(name: string): readonly Component[] {
  const file = `${root}packages/${name}/dist/THIRD-PARTY-LICENSES.txt`;
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^(\S+) (\d+\.\d+\.\d+) \(([\w.-]+)\)$/gm)].map(
    ([, library = '', version = '', id = '']) => {
      const purl = `pkg:npm/${library.replace('@', '%40')}@${version}`;
      return {
        type: 'library',
        name: library,
        version,
        purl,
        'bom-ref': purl,
        licenses: [{ license: { id } }],
      };
    },
  );
}

if (import.meta.main) {
  const [, , target = 'sbom'] = process.argv;
  mkdirSync(target, { recursive: true });
  for (const { name } of publishedPackages())
    writeFileSync(join(target, `org-${name}.cdx.json`), JSON.stringify(await billOfMaterials(name), null, 2));
}
