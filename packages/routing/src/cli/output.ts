import { open, rename, rm, writeFile } from 'node:fs/promises';
import { note, type ProgramContext, type TextSink } from './context.ts';

/** Where the result goes, in one or several texts. */
export type WriteText = (text: string) => Promise<void>;

/**
 * Writes to stdout, or to a file that has its name only when it is complete.
 *
 * @throws what `produce` throws, and errors of the file system
 */
export async function withOutput(
  path: string | undefined,
  { stdout }: Pick<ProgramContext, 'stdout'>,
  produce: (write: WriteText) => Promise<void>,
): Promise<void> {
  if (path === undefined || path === '-') return await produce((text) => writeAll(stdout, text));
  const partial = `${path}.partial`;
  const file = await open(partial, 'w');
  try {
    await produce((text) => file.writeFile(text)).finally(() => file.close());
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

// Waits for a slow reader: the texts do not pile up in the memory.
function writeAll(sink: TextSink, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    sink.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes the picture, if one is asked for. */
export async function writePicture(path: string | undefined, draw: () => string): Promise<void> {
  if (path !== undefined) await writeFile(path, draw());
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
