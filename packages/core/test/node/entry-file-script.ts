// Opens an entry file in a process of its own: `hold` waits for the end of stdin, `idle` ends by itself,
// `fill` writes until the disk is full, frees space and writes again.
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openEntryFile } from '@org/core/node';

const [, , path = '', mode = ''] = process.argv;
const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
const summary = (error: unknown) => {
  const { code, outcome, message, cause } = error as { [Name in string]: unknown };
  return { code, outcome, message, system: (cause as { code?: string } | undefined)?.code };
};
const open = (onEntry: (entry: unknown) => boolean = () => true) =>
  openEntryFile(path, { format: 'test', header: {}, durability: 'disk', onHeader: () => true, onEntry });

try {
  if (mode === 'fill') await fill();
  else {
    await open();
    print({ opened: process.pid });
    if (mode === 'hold') process.stdin.resume();
  }
} catch (error) {
  print(summary(error));
}

async function fill(): Promise<void> {
  const ballast = join(dirname(path), 'ballast');
  writeFileSync(ballast, Buffer.alloc(32 * 1024));
  const file = await open();
  let durable = 0;
  for (;;) {
    try {
      await file.append({ at: durable, text: 'x'.repeat(999) }, 'not-sent');
      durable += 1;
    } catch (error) {
      print({ ...summary(error), durable });
      break;
    }
  }
  rmSync(ballast);
  await file.append({ at: durable });
  await file.close();
  const found: unknown[] = [];
  await (await open((entry) => found.push((entry as { at: number }).at) > 0)).close();
  print({ isComplete: found.every((at, index) => at === index) && found.length === durable + 1 });
}
