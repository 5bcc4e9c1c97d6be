import { type FileHandle, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ProgramOutput } from '@org/core/command';
import { CliError } from './cli-error.ts';
import { note, type ProgramContext } from './context.ts';

/** Where the result goes, in one or several texts. */
export type WriteText = (text: string) => Promise<void>;

/** The options that name files. */
export interface OutputFiles {
  readonly output?: string | undefined;
  readonly svg?: string | undefined;
  readonly resume?: string | undefined;
  /** Only the plan is written: to stdout, so that it replaces no result. */
  readonly 'dry-run'?: boolean | undefined;
}

/**
 * Writes to stdout, or to a file that has its name only when it is complete. All files are checked first: a
 * result that cannot be written is not worth its requests.
 *
 * @throws CliError for a link, a device and a missing folder; what `produce` throws
 */
export async function withOutput(
  { output, svg, resume, 'dry-run': isPlan }: OutputFiles,
  { stdout }: Pick<ProgramContext, 'stdout'>,
  produce: (write: WriteText) => Promise<void>,
): Promise<void> {
  await requireFolder('--resume', resume);
  await requireFile('--svg', svg);
  const isFile = output !== undefined && output !== '-';
  if (isFile) await requireFile('--output', output);
  if (!isFile || isPlan) return await produce((text) => writeAll(stdout, text));
  await writeWhole(output, (file) => produce((text) => file.writeFile(text)));
}

async function requireFile(option: string, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) await requireFolder(option, path);
  else if (found.isSymbolicLink())
    throw new CliError(`${option} ${path} is a link, and links are not followed. Name the file itself.`);
  else if (found.isDirectory()) throw new CliError(`${option} ${path} is a folder. Name a file in it.`);
  else if (!found.isFile())
    throw new CliError(`${option} ${path} is a device or a pipe. Write to stdout instead: > ${path}`);
}

async function requireFolder(option: string, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const folder = dirname(path);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory())
    throw new CliError(`The folder ${folder} of ${option} does not exist. Create it: mkdir -p ${folder}`);
}

/** A new file replaces the old one at its end, so that no link is followed. */
async function writeWhole(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const partial = `${path}.partial`;
  // Left by a killed process, or a link.
  await rm(partial, { force: true });
  const file = await open(partial, 'wx');
  try {
    await write(file).finally(() => file.close());
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

// Waits for a slow reader: the texts do not pile up in the memory.
function writeAll(sink: ProgramOutput, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    sink.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

export async function writePicture(path: string | undefined, draw: () => string): Promise<void> {
  if (path !== undefined) await writeWhole(path, (file) => file.writeFile(draw()));
}

/** Prints what the engine did not honour, and on a terminal what its licence requires. */
export function printNotes(
  context: ProgramContext,
  warnings: readonly { readonly message: string }[],
  attribution: readonly string[] = [],
): void {
  for (const message of new Set(warnings.map((warning) => warning.message)))
    note(context, `Warning: ${message}`);
  if (context.stderr.isTTY && attribution.length > 0) note(context, attribution.join(', '));
}
