import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';

const run = promisify(execFile);
/** Other work makes an import slower, never faster: the least time of more rounds is nearer to the truth. */
const rounds = { least: 7, most: 28 };

/**
 * The most that importing an entry may take, as a part of what importing a well-known library takes. Three
 * machines differ by a third in it (decision 10); `import-size.test.ts` counts files and bytes exactly.
 */
const budgets = [
  { specifier: '@org/core', peer: 'ky', of: 'packages/core', most: 0.35 },
  { specifier: '@org/email', peer: 'nodemailer', of: 'packages/email', most: 0.35 },
  { specifier: '@org/email/plunk', peer: 'nodemailer', of: 'packages/email', most: 0.35 },
  { specifier: '@org/routing', peer: 'ky', of: 'packages/core', most: 0.45 },
  { specifier: '@org/routing/valhalla', peer: 'ky', of: 'packages/core', most: 0.45 },
  { specifier: '@org/realtime', peer: 'pusher-js', of: '.', most: 0.65 },
  { specifier: '@org/realtime/server', peer: 'pusher', of: '.', most: 0.65 },
] as const;

/** The processor time that an import takes in a process of its own: other programs do not count. */
const script = (specifier: string) => `
  const before = process.cpuUsage();
  await import(${JSON.stringify(specifier)});
  const { user, system } = process.cpuUsage(before);
  console.log(user + system);`;

describe('the time to import an entry', () => {
  const least = new Map<string, number>();
  const ratioOf = ({ specifier, peer }: (typeof budgets)[number]) =>
    (least.get(specifier) ?? Number.NaN) / (least.get(peer) ?? Number.NaN);

  async function measure(specifier: string, of: string): Promise<void> {
    const { NODE_COMPILE_CACHE: _, ...env } = process.env;
    const options = { cwd: `${root}/${of}`, env };
    const { stdout } = await run('node', ['--input-type=module', '-e', script(specifier)], options);
    least.set(specifier, Math.min(Number(stdout), least.get(specifier) ?? Number.POSITIVE_INFINITY));
  }

  beforeAll(async () => {
    for (let round = 0; round < rounds.most; round += 1) {
      if (round >= rounds.least && budgets.every((one) => ratioOf(one) < one.most)) return;
      for (const { specifier, peer, of } of budgets) {
        await measure(specifier, '.');
        await measure(peer, of);
      }
    }
  }, 240_000);

  it.each(budgets)('of $specifier is at most $most × that of $peer', (one) => {
    expect(ratioOf(one)).toBeLessThan(one.most);
  });
});
