import { startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import type { TouchedFiles } from './worker.ts';

/** How many source files and functions a warm call runs through, by package; with `--list`, which. */
export async function measureTouch(progress: Progress): Promise<Section> {
  progress('touch');
  await using worker = await startChild<TouchedFiles>('touch/worker.ts', {
    execArgv: ['--conditions=@org/source'],
  });
  const calls = Object.entries(worker.first);
  const packages = [...new Set(calls.flatMap(([, files]) => Object.keys(files).map(packageOf)))].sort();
  if (process.argv.includes('--list'))
    for (const [call, files] of calls) {
      const lines = Object.entries(files).map(([file, functions]) => `${file} ${functions}`);
      process.stdout.write(`${call}\n${lines.join('\n')}\n\n`);
    }
  return {
    title: 'Files and functions that a warm call touches',
    columns: ['call', 'files', 'functions', ...packages.map((name) => `files of ${name}`)],
    rows: calls.map(([call, files]) => {
      const names = Object.keys(files);
      const functions = Object.values(files).reduce((sum, count) => sum + count, 0);
      const perPackage = packages.map((name) => names.filter((file) => packageOf(file) === name).length);
      return [call, ...[names.length, functions, ...perPackage].map(String)];
    }),
    data: worker.first,
  };
}

function packageOf(file: string): string {
  return file.slice(0, file.indexOf('/'));
}
