import type { ProgramContext } from '@org/core/command';
import type { EmailCapabilities } from '../model/capabilities.ts';
import { parseCommand, print } from './command-line.ts';
import { keysOf, openDriver, serviceNames } from './services.ts';

interface Row {
  readonly driver: string;
  readonly keys: readonly (readonly string[])[];
  readonly capabilities: EmailCapabilities;
}

/** `email adapters`: each driver, its variables and what it can do. */
export async function runAdapters(context: ProgramContext): Promise<number> {
  const values = parseCommand(context.args, {});
  const rows = await Promise.all(
    serviceNames.map(async (driver): Promise<Row> => {
      const { capabilities } = await openDriver(driver, values, 'sample');
      return { driver, keys: keysOf(driver).keys, capabilities };
    }),
  );
  const heading = lineOf(columns.map(([name]) => name));
  if (!values.json) context.stdout.write(`${heading}\n`);
  print(context, values, rows, (row) => [lineOf(columns.map(([, cell]) => cell(row)))]);
  return 0;
}

const yes = (value: unknown): string => (value ? 'yes' : '-');

const columns: readonly (readonly [string, (row: Row) => string])[] = [
  ['driver', ({ driver }) => driver],
  ['batch', ({ capabilities: { batch } }) => String(batch ?? 1)],
  ['repeated key', ({ capabilities: { idempotency } }) => idempotency],
  ['text', ({ capabilities: { message } }) => message.text],
  ['bcc', ({ capabilities: { message } }) => yes(message.bcc)],
  ['tags', ({ capabilities: { message } }) => yes(message.tags)],
  ['metadata', ({ capabilities: { message } }) => yes(message.metadata)],
  ['sendAt', ({ capabilities: { message } }) => yes(message.sendAt)],
  ['template', ({ capabilities: { message } }) => yes(message.template)],
  ['variables', ({ keys }) => keys.map(([first]) => first).join(', ')],
];

const widths = [12, 5, 12, 9, 3, 4, 8, 6, 8, 0];

function lineOf(cells: readonly string[]): string {
  return cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
}
