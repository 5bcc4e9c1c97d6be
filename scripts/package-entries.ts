// The published packages of this workspace: names, folders, entries. Used by the API snapshots and by the
// guards.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's folder, with a slash at the end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

export interface PackageEntry {
  /** As in `exports`: `.`, `./plunk`. */
  readonly path: string;
  readonly specifier: string;
  readonly source: string;
  readonly built: string;
  readonly types: string;
}

/** Entries of programs that are one small file: `@org/email/resend/send`. They share a file. */
export const isLight = (specifier: string) => /\/(?:send|directions)$/.test(specifier);

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly homepage: string;
  readonly bugs: string;
  readonly repository: { readonly url: string };
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly publishConfig: {
    readonly exports: Readonly<Record<string, unknown>>;
    /** Modules that conditions choose. */
    readonly imports?: Readonly<Record<string, { readonly node?: string }>>;
  };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface PublishedPackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly entries: readonly PackageEntry[];
}

export function publishedPackages(): readonly PublishedPackage[] {
  return readdirSync(`${root}packages`)
    .filter((name) => existsSync(`${root}packages/${name}/package.json`))
    .sort()
    .map((name) => {
      const folder = `${root}packages/${name}`;
      const manifest: Manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const entries = Object.entries(manifest.exports).flatMap(([path, target]) => {
        if (typeof target === 'string') return [];
        const file = (condition: string) => `${folder}/${(target[condition] ?? '').slice(2)}`;
        const specifier = manifest.name + path.slice(1);
        return [
          { path, specifier, source: file('@org/source'), built: file('default'), types: file('types') },
        ];
      });
      return { name, folder, manifest, entries };
    });
}
