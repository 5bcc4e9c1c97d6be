import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformSupport } from '@org/routing/embedded';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareTown } from '../src/map/prepare.ts';

describe.skipIf(!platformSupport().supported)('the folder of prepared maps', () => {
  let root: string;
  let shared: string;
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'map-folder-')));
    shared = join(root, `org-sandbox-maps-${process.getuid?.() ?? 'user'}`);
    vi.stubEnv('TMPDIR', root);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(root, { recursive: true, force: true });
  });

  it('is under the temporary folder, for this user alone', async () => {
    expect((await prepareTown()).tilesDirectory.startsWith(`${shared}/`)).toBe(true);
  });

  it('is another one if the name is a link', async () => {
    const target = join(root, 'target');
    await mkdir(target);
    await symlink(target, shared);
    const { tilesDirectory } = await prepareTown();
    expect(tilesDirectory.startsWith(`${shared}-`)).toBe(true);
    expect(await readdir(target)).toEqual([]);
  });

  it('is another one if others may write to it', async () => {
    await mkdir(shared);
    await chmod(shared, 0o777);
    expect((await prepareTown()).tilesDirectory.startsWith(`${shared}-`)).toBe(true);
    expect(await readdir(shared)).toEqual([]);
  });
});
