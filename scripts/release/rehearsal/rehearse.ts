// Three releases, as they will happen, on a registry of this machine: the first of all packages, a patch of
// one product, and a minor of core.
import { join } from 'node:path';
import { publishTarballs } from '../publish.ts';
import { type Registry, startRegistry } from './registry.ts';
import { copyRepository, type Versions } from './working-copy.ts';

export interface Release {
  readonly versions: Versions;
  /** `name@version` of what the registry got. */
  readonly published: readonly string[];
}

export interface Rehearsal {
  readonly registry: Registry;
  /** The folder of the repository after the last release. */
  readonly repository: string;
  readonly tarballs: string;
  readonly first: Release;
  readonly patch: Release;
  readonly minor: Release;
}

export async function rehearse(folder: string): Promise<Rehearsal> {
  const [registry, copy] = await Promise.all([
    startRegistry(join(folder, 'registry')),
    copyRepository(join(folder, 'repository')),
  ]);
  try {
    const env = { NPM_CONFIG_USERCONFIG: registry.userConfig };
    const release = async (name: string, versions: Versions): Promise<Release> => {
      await copy.build();
      await copy.pack(join(folder, name));
      return { versions, published: await publishTarballs(join(folder, name), env) };
    };
    const first = await release('first', await copy.version());
    const mended = { name: '@org/email', bump: 'patch', text: 'A fix of one product.' } as const;
    const patch = await release('patch', await copy.version(mended));
    const grown = { name: '@org/core', bump: 'minor', text: 'A feature of the engine.' } as const;
    const minor = await release('minor', await copy.version(grown));
    const tarballs = join(folder, 'minor');
    return { registry, repository: copy.folder, tarballs, first, patch, minor };
  } catch (error) {
    await registry.close();
    throw error;
  }
}
