// Prints how a warm call walks through the sources: `node scripts/walk.ts`. A page turn is a move of control
// into another file; a return is a turn into a file that was left before; lines are those of the functions
// that ran. `--json` prints the figures, `--path` the files of each turn.
import { instrumentSources, type Walk, walkThrough } from './walk/instrument.ts';
import { journeys } from './walk/journeys.ts';

instrumentSources();
const sheet: Record<string, Walk> = {};
for (const [name, open] of Object.entries(journeys)) sheet[name] = await walkThrough(await open());
process.stdout.write(process.argv.includes('--json') ? toJson() : toTable());
if (process.argv.includes('--path'))
  for (const name of Object.keys(sheet)) process.stdout.write(toPath(name));
// Clients of the journeys are open.
process.exit();

function toJson(): string {
  const figures = Object.entries(sheet).map(([name, { path: _, ...walk }]) => [name, walk]);
  return `${JSON.stringify(Object.fromEntries(figures))}\n`;
}

function toTable(): string {
  const names = ['turns', 'returns', 'calls', 'functions', 'files', 'lines'] as const;
  const width = Math.max(...Object.keys(sheet).map((name) => name.length));
  const row = (name: string, cells: readonly unknown[]) =>
    `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(11)).join('')}\n`;
  const rows = Object.entries(sheet).map(([name, walk]) =>
    row(name, [...names.map((column) => walk[column]), (walk.lines / walk.turns).toFixed(1)]),
  );
  return row('warm call', [...names, 'lines/turn']) + rows.join('');
}

function toPath(name: string): string {
  return `\n${name}\n${sheet[name]?.path.join('\n')}\n`;
}
