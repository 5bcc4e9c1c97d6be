import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Leftover } from './leak-script.ts';

/** Makes many calls in their own process, and returns their remains and Node's warnings. */
export async function leftoverOf(
  scenario: string,
  calls: number,
  url = '',
): Promise<Leftover & { stderr: string }> {
  const script = fileURLToPath(new URL('leak-script.ts', import.meta.url));
  // A listener too many is a warning of Node's.
  const flags = [
    '--conditions=@org/source',
    '--expose-gc',
    '--unhandled-rejections=strict',
    '--throw-deprecation',
  ];
  const child = spawn(process.execPath, [...flags, script, scenario, String(calls), url], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    if (stdout === '') throw new Error(`The program said nothing but: ${stderr}`);
    return { ...JSON.parse(stdout), stderr };
  } finally {
    child.kill('SIGKILL');
  }
}
