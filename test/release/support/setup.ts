import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Release, rehearse } from '../../../scripts/release/rehearsal/rehearse.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly registryUrl: string;
    readonly repository: string;
    readonly tarballs: string;
    readonly releases: Readonly<Record<'first' | 'patch' | 'minor', Release>>;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'org-release-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { registry, repository, tarballs, ...releases } = await rehearse(folder);
    provide('registryUrl', registry.url);
    provide('repository', repository);
    provide('tarballs', tarballs);
    provide('releases', releases);
    return async () => {
      await registry.close();
      remove();
    };
  } catch (error) {
    remove();
    throw error;
  }
}
