import type { ReadFileOptions } from '../files/report.ts';
import type { FileValues } from './command-line.ts';
import { note, type ProgramContext } from './context.ts';

export function readFileOptions(values: FileValues, source: string): ReadFileOptions {
  return {
    source,
    longitudeColumn: values['lon-column'],
    latitudeColumn: values['lat-column'],
    labelColumn: values['label-column'],
    skipInvalid: values['skip-invalid'],
  };
}

/** Messages and notices name options as in code. */
export function withFileOptions(message: string): string {
  return message
    .replaceAll('longitudeColumn', '--lon-column')
    .replaceAll('latitudeColumn', '--lat-column')
    .replaceAll('labelColumn', '--label-column')
    .replaceAll(', or set maxBytes', '');
}

/** Prints what was ignored or guessed, as one notice, and the entries that were skipped. */
export function printFileNotes(
  context: Pick<ProgramContext, 'stderr'>,
  source: string,
  file: {
    readonly notices: readonly string[];
    readonly skipped: readonly { readonly where: string; readonly problem: string }[];
  },
): void {
  if (file.notices.length > 0) note(context, `${source}: ${withFileOptions(file.notices.join('. '))}.`);
  for (const { where, problem } of file.skipped)
    note(context, `Skipped: ${where}${problem.startsWith(':') ? '' : ' '}${problem}.`);
}
