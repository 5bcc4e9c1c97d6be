import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine, printable, terminalOutput } from '../src/command/index.ts';

/** Anything that a terminal acts on, and what it shows. */
const acted = /[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const texts = fc.string({
  unit: fc.oneof(
    fc.nat(0x9f).map((code) => String.fromCharCode(code)),
    fc.string(),
  ),
});

function outputOf(isTTY: boolean | undefined) {
  let written = '';
  const output = new Writable({
    write(chunk, _, done) {
      written += String(chunk);
      done();
    },
  });
  return { output: Object.assign(output, { isTTY, columns: 80 }), written: () => written };
}

describe('text of others on a terminal', () => {
  it('has no character that a terminal acts on, and is the text that JSON reads', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shown = printable(text);
        expect(shown).not.toMatch(acted);
        expect(oneLine(text)).not.toMatch(/\p{Cc}/u);
        expect(JSON.parse(printable(JSON.stringify(text)))).toBe(text);
      }),
    );
  });

  it.each([
    ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
    ['\u009b31mred', '\\u009b31mred'],
    ['a\r\nb\tc\n', 'a\nb\tc\n'],
    ['over\rwritten', 'over\\u000dwritten'],
    ['\u202eexe.txt', '\\u202eexe.txt'],
    ['Grüße ☀ 📎', 'Grüße ☀ 📎'],
  ])('%j is %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each([
    [true, '\\u001b[2J\n'],
    [false, '\u001b[2J\r\n'],
    [undefined, '\u001b[2J\r\n'],
  ])('an output whose isTTY is %s writes %j', async (isTTY, expected) => {
    const { output, written } = outputOf(isTTY);
    const safe = terminalOutput(output);
    expect([safe.isTTY, safe.columns]).toEqual([isTTY, 80]);
    safe.write('\u001b[2J\r\n');
    safe.end();
    await finished(safe);
    expect(written()).toBe(expected);
  });
});
