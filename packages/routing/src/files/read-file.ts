import type { FileContent } from './content.ts';
import { type FileInput, textOf } from './decode.ts';
import type { Report } from './report.ts';

/** The content of a file in any of the formats, told apart by its beginning. */
export async function readFile(input: FileInput, report: Report): Promise<FileContent> {
  const { source, options } = report;
  const text = await textOf(input, source, options.maxBytes ?? 100_000_000);
  const start = text.slice(0, 4000).trimStart();
  if (start.startsWith('<')) return (await import('./markup.ts')).readMarkup(text, report);
  if (['[', '{', '\u001E'].some((sign) => start.startsWith(sign)))
    return (await import('./json.ts')).readJson(text, report);
  return (await import('./table/table.ts')).readTable(text, report);
}
