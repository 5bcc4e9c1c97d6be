// Before a build: what turbo takes from its cache does not remove the files of an earlier build.
import { globSync, rmSync } from 'node:fs';

for (const folder of globSync('packages/*/dist')) rmSync(folder, { recursive: true });
