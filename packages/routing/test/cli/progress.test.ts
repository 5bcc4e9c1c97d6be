import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createProgressBar, remaining } from '../../src/cli/progress.ts';

function sink(isTTY: boolean) {
  const written: string[] = [];
  const stream = new Writable({ write: (chunk, _, done) => done(void written.push(String(chunk))) });
  return { written, stream: Object.assign(stream, { isTTY, columns: 40 }) };
}

it('the bar is one line on a terminal, and nothing in a pipe', () => {
  const [terminal, pipe] = [sink(true), sink(false)];
  for (const { stream } of [terminal, pipe]) {
    const bar = createProgressBar(stream);
    bar.show(0.5, '1 of 2\nrequests \u001B[31m, and much more text');
    bar.clear();
  }
  expect(pipe.written).toEqual([]);
  expect(terminal.written).toEqual(['\r\u001B[2K[############------------] 1 of 2 reque', '\r\u001B[2K']);
});

it('the rest of the time comes from the parts that were sent', () => {
  expect(remaining({ done: 20, total: 40, restored: 10 }, 60_000)).toBe(', 2 min left');
  expect(remaining({ done: 10, total: 40, restored: 10 }, 60_000)).toBe('');
});
