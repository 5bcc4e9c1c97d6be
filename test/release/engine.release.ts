// The map engine, offered where it is missing: the quick start of routing on a terminal and in a pipe.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformSupport } from '@org/routing/embedded';
import { describe, expect, it } from 'vitest';
import { createNewcomer, type Newcomer } from './support/newcomer.ts';
import {
  newestNode,
  node22,
  noteOf,
  promisedOutput,
  quickStarts,
  readSandboxStart,
  withoutSpace,
} from './support/quick-start.ts';
import { type Answer, hasTerminal, runOnTerminal } from './support/terminal.ts';

const { supported, reason } = platformSupport();
const routing = quickStarts.find(({ page }) => page === 'packages/routing/README.md');
const isMissing = !supported || [node22, newestNode].includes('') || !hasTerminal;
const note = supported ? noteOf(node22, newestNode) : ` (skipped: ${reason})`;

async function startQuickStart(): Promise<Newcomer & { readonly command: string; readonly program: string }> {
  if (!routing) throw new Error('The page of routing has no quick start.');
  const newcomer = await createNewcomer(newestNode);
  for (const line of routing.setUp) await newcomer.sh(line);
  const [program = ''] = routing.programs;
  writeFileSync(join(newcomer.folder, routing.file), program);
  return { ...newcomer, command: routing.command, program };
}

/** npx's own question, where it has to install the sandbox. */
const npxAsks: Answer = [/Ok to proceed\? \(y\)/, 'y\n'];

const engineIn = (folder: string) => join(folder, 'node_modules', '@valhallajs', 'valhallajs');
const developmentOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).devDependencies;

describe.skipIf(isMissing)(`the map engine${note}`, () => {
  it('is missed in a pipe: the first line says so, and what to do', async () => {
    const { folder, command, sh } = await startQuickStart();
    const failed = await sh(`${command} 2>&1 >/dev/null`).catch((error: Error) => error.message);
    const [note = ''] = /^sandbox: .*$/m.exec(failed) ?? [];
    expect(note).toMatch(/^sandbox: The routing service is disabled\. It needs the map engine, 280 MB\. /);
    expect(note).toContain(`Add --yes to install it in ${folder}: npm install --save-dev`);
    expect(failed).toContain('OPENROUTESERVICE_API_KEY');
    expect(existsSync(engineIn(folder))).toBe(false);
  });

  it('is offered on a terminal: Ctrl+C leaves nothing, Enter installs it, once', async () => {
    const { folder, env, command, program } = await startQuickStart();
    const options = { cwd: folder, env };
    const stopped = await runOnTerminal(command, options, [
      npxAsks,
      [/\[Y\/n\] /, '\n'],
      [/npm installs the map engine: /, '\u0003'],
    ]);
    expect(stopped.code, stopped.shown).not.toBe(0);
    expect(existsSync(engineIn(folder))).toBe(false);
    expect(developmentOf(folder)).toBeUndefined();

    const accepted = await runOnTerminal(command, options, [npxAsks, [/\[Y\/n\] /, '\n']]);
    expect(accepted.code, accepted.shown).toBe(0);
    expect(accepted.shown).toMatch(/npm installs the map engine: \d+ of 280 MB, \d+ s/);
    expect(withoutSpace(accepted.shown)).toMatch(promisedOutput(program));
    expect(developmentOf(folder)).toEqual({ '@valhallajs/valhallajs': '3.6.1' });

    const again = await runOnTerminal(command, options, [npxAsks]);
    expect(again.code, again.shown).toBe(0);
    expect(again.shown).not.toContain('[Y/n]');
  });

  it.each([node22, newestNode])(
    'comes by npx where no project is, as the page of the sandbox says (%#)',
    async (node) => {
      const { folder, env } = await createNewcomer(node);
      const { command, rows } = readSandboxStart();
      const { shown } = await runOnTerminal(command, { cwd: folder, env }, [
        npxAsks,
        [/To stop the sandbox: Ctrl\+C/, '\u0003'],
      ]);
      expect(rows.length).toBe(8);
      for (const row of rows) expect(shown).toMatch(row);
    },
  );
});
