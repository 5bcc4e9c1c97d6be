import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { codeBlocks, runnableBlocks } from '../support/readme-blocks.ts';

// The driver of the page, without the lines that send a mail, and the page's test of it.
const page = `${root}packages/email/docs/own-driver.md`;
const [driver = ''] = (runnableBlocks(page)[0]?.code ?? '').split('// The sandbox');
const [suite] = codeBlocks(page, 'ts check');

// Inside `examples`, where the blocks resolve the packages like a reader's project.
const folder = mkdtempSync(join(root, 'examples', '.own-driver-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'own-driver.ts');
writeFileSync(file, driver + (suite?.code ?? ''));
await import(file);
