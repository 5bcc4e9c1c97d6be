import { setTimeout as sleep } from 'node:timers/promises';
import { type Invocation, print } from '../command.ts';
import type { SandboxClient } from '../sandbox-client.ts';
import { browserUrlOf } from '../summary.ts';
import { type FileVersions, isMailFile, nameOf, readVersions, versionOf } from './mail-files.ts';
import type { RenderFile } from './mail-program.ts';
import { type Rendering, renderMail } from './render-mail.ts';
import { removeMail, showMail } from './show-mail.ts';

interface Followed {
  readonly folder: string;
  readonly render: RenderFile;
  readonly client: SandboxClient;
  readonly invocation: Invocation;
}

/** Read again and again: events of the file system reach no mount, and no file that an editor replaces. */
const intervalMs = 250;
const atOnce = 4;

/** Renders the mails of a folder, and with `--once` ends; otherwise until the signal, those that change. */
export async function followFolder(followed: Followed): Promise<number> {
  const { folder, render, client, invocation } = followed;
  const { signal, options } = invocation;
  const known = new Map<string, Rendering>();
  let versions: FileVersions = new Map();
  let failed = 0;
  const show = async (path: string): Promise<void> => {
    const rendering = await renderMail(path, render, signal);
    if (signal.aborted) return;
    known.set(path, rendering);
    if (rendering.problem !== undefined) failed += 1;
    const name = nameOf(folder, path);
    try {
      await showMail(name, rendering, client, invocation);
    } catch (error) {
      failed += 1;
      invocation.stderr.write(`sandbox: ${name} cannot be shown: ${toMessage(error)}\n`);
    }
  };
  const update = async (): Promise<void> => {
    const read = await readFiles(folder, render, known);
    const changed = new Set(
      [...read].flatMap(([path, version]) => (versions.get(path) === version ? [] : path)),
    );
    const gone = [...known.keys()].filter((path) => !read.get(path));
    versions = read;
    for (const path of gone) {
      known.delete(path);
      await removeMail(nameOf(folder, path), client);
    }
    const mails = [...read].flatMap(([path, version]) => (version && isMailFile(folder, path) ? [path] : []));
    await inParts(
      mails.filter((path) => isStale(path, changed, known.get(path))),
      show,
    );
  };
  await update();
  if (known.size === 0) invocation.stderr.write(`sandbox: ${folder} has no mails.\n`);
  if (options['once']) return failed === 0 && known.size > 0 ? 0 : 1;
  if (!options['json'])
    print(invocation, {}, `The page is ${browserUrlOf(client)} Ctrl+C ends the preview.\n`);
  while (!signal.aborted) {
    await sleep(intervalMs, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await update();
  }
  return 0;
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The files of the folder, and the others that mails are made of; those that are gone have no version. */
async function readFiles(
  folder: string,
  render: RenderFile,
  known: ReadonlyMap<string, Rendering>,
): Promise<FileVersions> {
  const read = new Map(await readVersions(folder));
  const inputs = new Set([...known.values()].flatMap((rendering) => rendering.inputs ?? []));
  for (const path of render === undefined ? inputs : [...inputs, render])
    if (!read.has(path)) read.set(path, await versionOf(path));
  return read;
}

/** A mail whose files are not known is rendered again at any change. */
function isStale(path: string, changed: ReadonlySet<string>, known: Rendering | undefined): boolean {
  if (changed.has(path) || known === undefined) return true;
  return known.inputs === undefined ? changed.size > 0 : known.inputs.some((input) => changed.has(input));
}

async function inParts(paths: readonly string[], show: (path: string) => Promise<void>): Promise<void> {
  const queue = [...paths];
  const work = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) await show(path);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
