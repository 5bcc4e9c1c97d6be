import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import { parseEnvText } from '../src/credentials/env-text.ts';

const name = fc.stringMatching(/^[A-Za-z_]\w{0,10}$/).filter((text) => text !== 'export');
const anyValue = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replace(/\r/g, ''));
const layout = fc.record({
  before: fc.constantFrom('', ' ', '\t', 'export ', '# comment\n', '\n\n'),
  around: fc.constantFrom('', ' ', '\t'),
  after: fc.constantFrom('', ' ', ' # comment', '# "comment'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
});

const plain = fc.stringMatching(/^[\w!%&()*+,./:;<=>?@[\]^{|}~$-]{1,20}$/);
const within = fc.stringMatching(/^[\w !%#&()*+,./:;<=>?@[\]^{|}~$-]{0,20}$/);
const value = fc.oneof(
  plain,
  within.map((text) => `"${text}"`),
  within.map((text) => `'${text}'`),
);
const usualLine = fc.oneof(
  fc
    .tuple(fc.constantFrom('', 'export '), name, value)
    .map(([prefix, key, text]) => `${prefix}${key}=${text}`),
  fc.constantFrom('', '# comment', '#A=1'),
);

const pieces = ['A', '=', '"', "'", '`', '#', '\\', '\n', '\r', ' ', 'export ', ':', '$', 'é', '\uFEFF'];

/** What holds of the parser of `.env` texts, for any text. */
export const envTextProperties = {
  'parseEnvText reads back any value that was written in quotes, however the rest is laid out': fc.property(
    fc.uniqueArray(fc.tuple(name, anyValue, layout), { selector: ([key]) => key }),
    (lines) => {
      const text = lines.map(
        ([key, content, { before, around, after, end }]) =>
          `${before}${key}${around}=${around}"${content.replace(/[\\"$]/g, '\\$&')}"${after}${end}`,
      );
      expect(valuesOf(text.join(''))).toEqual(
        Object.fromEntries(lines.map(([key, content]) => [key, content])),
      );
    },
  ),
  'parseEnvText agrees with Node about everything that all tools read alike': fc.property(
    fc.array(usualLine),
    (lines) => {
      const text = lines.join('\n');
      expect(valuesOf(text)).toEqual({ ...parseEnv(text) });
    },
  ),
  'parseEnvText answers any text, and names a line that there is': fc.property(
    fc.array(fc.constantFrom(...pieces), { maxLength: 60 }),
    (parts) => {
      const text = parts.join('');
      const { entries, fault } = parseEnvText(text);
      const lines = text.split(/\r\n|\r|\n/).length;
      for (const { line } of [...entries.values(), ...(fault ? [fault] : [])]) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines);
      }
    },
  ),
};

/** Values by name, of a text in which everything is clear. */
function valuesOf(text: string): Record<string, string> {
  const { entries, fault } = parseEnvText(text);
  expect(fault).toBeUndefined();
  return Object.fromEntries(
    [...entries].map(([key, entry]) => [
      key,
      'value' in entry ? entry.value : expect.unreachable(entry.problem),
    ]),
  );
}
