import { startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import type { TouchedFiles } from './worker.ts';

/** How many source files a warm call runs through, by package; with `--list`, which. */
export async function measureTouch(progress: Progress): Promise<Section> {
  progress('touch');
  await using worker = await startChild<TouchedFiles>('touch/worker.ts', {
    execArgv: ['--conditions=@org/source'],
  });
  const calls = Object.entries(worker.first);
  if (process.argv.includes('--list'))
    for (const [call, files] of calls) process.stdout.write(`${call}\n${files.join('\n')}\n\n`);
  const packages = [...new Set(calls.flatMap(([, files]) => files.map(packageOf)))].sort();
  return {
    title: 'Files that a warm call touches',
    columns: ['call', 'files', ...packages],
    rows: calls.map(([call, files]) => [
      call,
      String(files.length),
      ...packages.map((name) => String(files.filter((file) => packageOf(file) === name).length)),
    ]),
    data: worker.first,
  };
}

function packageOf(file: string): string {
  return file.slice(0, file.indexOf('/'));
}
