import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { root } from '../../scripts/package-entries.ts';

/** An application of `examples`, as `npm start` runs it, with a sandbox of its own. */
export interface ExampleApp extends AsyncDisposable {
  /** Waits until the application printed this, and resolves with the first group of the pattern. */
  printed(pattern: RegExp): Promise<string>;
  /** The exit code, when the application ended by itself. */
  ended(): Promise<number | null>;
}

/** Starts an application. What it installs and builds is there already. */
export function startExample(name: string, env: Readonly<Record<string, string>> = {}): ExampleApp {
  const home = mkdtempSync(join(tmpdir(), 'org-example-'));
  const child = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: `${root}examples/${name}`,
    // No sandbox of this machine is found.
    env: { ...process.env, NO_COLOR: '1', XDG_RUNTIME_DIR: home, CI: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = readOutput(child);
  // After the last of its output.
  const exit = once(child, 'close');
  return {
    printed: (pattern) => Promise.race([output.until(pattern), exit.then(() => output.mustHave(pattern))]),
    ended: async () => (await exit)[0],
    async [Symbol.asyncDispose]() {
      try {
        // The group: npm, the sandbox and the application.
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      } catch {
        // All of them have ended.
      }
      await exit;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The whole lines that a program has printed. */
export function readOutput({ stdout, stderr }: { readonly stdout: Readable; readonly stderr: Readable }) {
  let text = '';
  const waiting = new Set<() => void>();
  for (const input of [stdout, stderr])
    createInterface({ input }).on('line', (line) => {
      text += `${line}\n`;
      for (const look of waiting) look();
    });
  const mustHave = (pattern: RegExp): string => {
    const [all, group = all] = pattern.exec(text) ?? [];
    if (group === undefined) throw new Error(`The application ended without ${pattern}:\n${text}`);
    return group;
  };
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (!pattern.test(text)) return;
        waiting.delete(look);
        resolve(mustHave(pattern));
      };
      waiting.add(look);
      look();
    });
  return { until, mustHave };
}
