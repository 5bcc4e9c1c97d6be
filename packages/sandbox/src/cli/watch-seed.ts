import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox, SandboxSeed } from '../sandbox.ts';
import { readConfig } from './config-file.ts';
import type { TextSink } from './progress.ts';

/** Read again and again: events of the file system reach no mount, and no file that an editor replaces. */
const intervalMs = 200;

/**
 * Puts the seed of a configuration file into the sandbox whenever it changes, and writes a line about it.
 * A file with an error changes nothing.
 *
 * @returns the function that ends it
 */
export function watchSeed(
  file: string,
  { reseed }: Pick<Sandbox, 'reseed'>,
  stderr: TextSink,
): () => Promise<void> {
  let known = readText(file);
  const stop = new AbortController();
  const reload = async (): Promise<void> => {
    try {
      const { seed = {} } = await readConfig({ config: file }, Date.now());
      await reseed(seed);
      stderr.write(`sandbox: ${file} changed. The sandbox has its seed: ${describe(seed)}.\n`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      stderr.write(`sandbox: ${reason} The sandbox stays as it is.\n`);
    }
  };
  const watch = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await sleep(intervalMs, undefined, { signal: stop.signal, ref: false }).catch(() => {});
      const text = readText(file);
      if (stop.signal.aborted || text === known) continue;
      known = text;
      await reload();
    }
  };
  const ended = watch();
  return () => {
    stop.abort();
    return ended;
  };
}

/** Empty while an editor replaces the file. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function describe({ mails = [], contacts = [], templates = [], faults = [] }: SandboxSeed): string {
  const counts = Object.entries({ mail: mails, contact: contacts, template: templates, fault: faults });
  return counts.map(([name, { length }]) => `${length} ${name}${length === 1 ? '' : 's'}`).join(', ');
}
