import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { defineCommand, print } from '../command.ts';
import { findSandbox, readDescription, urlOption } from '../sandbox-client.ts';
import { browserUrlOf } from '../summary.ts';

/** `sandbox open`: the page in a browser. */
export const open = defineCommand({
  name: 'open',
  summary: 'open the page in a browser',
  details: 'Where no browser can be opened, it prints the URL.',
  options: urlOption,
  async run(invocation) {
    const client = await findSandbox(invocation.options, invocation.signal);
    const { page } = await readDescription(client); // it runs
    const url = browserUrlOf(page);
    const isOpened = await openInBrowser(url);
    print(invocation, { url, isOpened }, `${isOpened ? 'Opened' : 'Open'} ${url}\n`);
  },
});

async function openInBrowser(url: string): Promise<boolean> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const isDesktop =
    process.platform === 'win32' || process.platform === 'darwin' || DISPLAY || WAYLAND_DISPLAY;
  if (!isDesktop) return false;
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  if (program === undefined) return false;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.unref();
  return Promise.race([once(child, 'spawn').then(() => true), once(child, 'error').then(() => false)]);
}

// The URL has no characters that cmd.exe reads.
const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
