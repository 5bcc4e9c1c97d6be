import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startFaultServer } from '../src/testing/index.ts';

const script = fileURLToPath(new URL('log-environment-script.ts', import.meta.url));

async function run(level: string | undefined) {
  await using server = await startFaultServer({ rules: [{ when: {}, answer: { status: 503 } }] });
  const args = ['--conditions=@org/source', '--disable-warning=ExperimentalWarning', script, server.url];
  const { ORG_LOG: _, ...env } = process.env;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    env: level === undefined ? env : { ...env, ORG_LOG: level },
    timeout: 30_000,
  });
  return { stdout: stdout.trim(), lines: stderr.split('\n').filter(Boolean), asked: server.requests.length };
}

it('ORG_LOG=debug prints each step on stderr, without keys and queries', async () => {
  const { lines, stdout } = await run('debug');
  expect(stdout).toBe('server');
  expect(lines[0]).toMatch(/^acme request \[\w{8}\] starts$/);
  expect(lines).toContainEqual(expect.stringMatching(/attempt 1: GET http:\/\/127\.0\.0\.1:\d+\/things$/));
  expect(lines.at(-1)).toMatch(/ failed: server, outcome unknown, no retry: attempts; .*, 3 attempts$/);
  expect(lines.join('\n')).not.toMatch(/s3cr3t|ann@acme/);
});

it('ORG_LOG=warn prints failures', async () => {
  const { lines } = await run('warn');
  expect(lines).toEqual([expect.stringContaining('failed: server')]);
});

it.each([undefined, '', ' '])('nothing is printed with ORG_LOG=%j', async (level) => {
  expect(await run(level)).toMatchObject({ stdout: 'server', lines: [] });
});

it('another level is an error before anything is sent', async () => {
  expect(await run('verbose')).toEqual({ stdout: 'configuration', lines: [], asked: 0 });
});
