import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { startSandbox } from '@org/sandbox';
import { describe, expect, it } from 'vitest';
import { keepRunning, type Terminal } from '../../examples/tour/keep-running.ts';
import { root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';

describe('the tour', () => {
  it('exits with 0 in a pipe after every check, and writes its page', async () => {
    const told = await run('node', ['examples/tour.ts'], { cwd: root });
    const ticks = told.match(/✓/g)?.length ?? 0;
    expect(told).not.toContain('✗');
    expect(told).not.toContain('Keep the sandbox');
    expect(told).toContain(`${ticks} facts checked`);
    for (const chapter of ['Email', 'Webhooks', 'Routing', 'Realtime', 'Limits', 'Errors'])
      expect(told).toMatch(new RegExp(`^${chapter}`, 'm'));
    const page = readFileSync(`${root}tour.html`, 'utf8');
    expect(page).toMatch(/<svg[\s\S]*Grüße über das Relais[\s\S]*town-news/);
  });
});

// The others have a test of their own.
const isProgram = (name: string) => name.endsWith('.ts') && !/^(?:tour|room|own-.*-driver)\.ts$/.test(name);
const others = readdirSync(`${root}examples`).filter(isProgram);

it.each(others)('examples/%s runs against the sandbox', async (name) => {
  await using sandbox = await startSandbox({ page: false });
  expect(await run('node', [`examples/${name}`], { cwd: root, env: sandbox.env })).not.toBe('');
});

/** A terminal on which somebody presses these keys, each when the next question is asked. */
function createTerminal(keys: readonly string[]): {
  readonly terminal: Terminal;
  readonly shown: () => string;
} {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  const waiting = [...keys];
  let shown = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (/\[y\/N\] |Press Enter to stop/.test(text)) input.write(waiting.shift() ?? '');
  });
  return { terminal: { input, output } as unknown as Terminal, shown: () => shown };
}

describe('the offer to keep the sandbox running', () => {
  const sandbox = { env: { PLUNK_API_KEY: 'sk_local' }, page: undefined };
  // The offer is made to people alone, and CI is set where this test runs by itself.
  const offer = async (keys: readonly string[]) => {
    const { CI } = process.env;
    delete process.env['CI'];
    const { terminal, shown } = createTerminal(keys);
    await keepRunning(sandbox, terminal);
    if (CI !== undefined) process.env['CI'] = CI;
    return shown();
  };

  it.each([
    ['Enter', '\r'],
    ['n', 'n\r'],
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('%s declines it', async (_name, keys) => {
    expect(await offer([keys])).not.toContain('export');
  });

  it.each([
    ['Enter', '\r'],
    ['Ctrl+C', '\u0003'],
  ])('y takes it, and %s ends it', async (_name, keys) => {
    expect(await offer(['y\r', keys])).toContain('export PLUNK_API_KEY=sk_local');
  });
});
