import { startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';

const mebi = 1024 * 1024;

/** What is left in the heap after 200 answers of a megabyte each. */
export async function measureMemory(progress: Progress): Promise<Section> {
  await using server = await startChild<number>('http/server.ts');
  const origin = `http://127.0.0.1:${server.first}`;
  const names = ['fetch', 'ky', '@org/core on fetch', '@org/core on node:http'];
  const growth = new Map<string, number>();
  for (const name of names) {
    progress(`memory: ${name}`);
    await using worker = await startChild<number>('memory/worker.ts', {
      args: [name, origin],
      execArgv: ['--expose-gc'],
    });
    growth.set(name, await worker.ask('go'));
  }
  return {
    title: 'Heap after 200 answers of 1 MB',
    columns: ['client', 'more than before'],
    rows: [...growth].map(([name, bytes]) => [name, `${(bytes / mebi).toFixed(2)} MiB`]),
    data: Object.fromEntries(growth),
  };
}
