import { describe, expect, it } from 'vitest';
import { parseEnvText } from './env-text.ts';

/** Values by name, without entries that have a problem. */
function valuesOf(text: string): Record<string, string> {
  const { entries } = parseEnvText(text);
  return Object.fromEntries(
    [...entries].flatMap(([name, entry]) => ('value' in entry ? [[name, entry.value]] : [])),
  );
}

describe('parseEnvText', () => {
  it.each([
    ['plain', 'A=1', { A: '1' }],
    ['space around name and value', '  A =  a b  ', { A: 'a b' }],
    ['an equals sign in the value', 'A=YWJj==', { A: 'YWJj==' }],
    ['nothing', 'A=', { A: '' }],
    ['nothing, and another line', 'A= \nB=2', { A: '', B: '2' }],
    ['nothing but a comment', 'A= # note', { A: '' }],
    ['an export', 'export A=1\nexport\tB=2', { A: '1', B: '2' }],
    ['a variable called export', 'export=1', { export: '1' }],
    ['a name alone', 'A\nexport B\nC=1', { C: '1' }],
    ['the last of several', 'A=1\nA=2', { A: '2' }],
    ['comments and empty lines', '# A=0\n\n   # more\nA=1 # one\n', { A: '1' }],
    ['a comment after a quote', `A="1"# one\nB='2' # two`, { A: '1', B: '2' }],
    ['a # in quotes', `A="a#b"\nB='a #b'\nC=\`#\``, { A: 'a#b', B: 'a #b', C: '#' }],
    ['quotes of three kinds', `A="a'\`b"\nB='a"\`b'\nC=\`a'"b\``, { A: `a'\`b`, B: 'a"`b', C: `a'"b` }],
    ['space in quotes', 'A=" a "', { A: ' a ' }],
    ['escapes in double quotes', String.raw`A="a\n\t\r\"\\\$b"`, { A: 'a\n\t\r"\\$b' }],
    ['no other escapes', String.raw`A="C:\users"`, { A: String.raw`C:\users` }],
    ['no escapes elsewhere', `A='a\\n'\nB=a\\n`, { A: 'a\\n', B: 'a\\n' }],
    ['no interpolation', `A=1\nB=\${A}$A$(date)`, { A: '1', B: `\${A}$A$(date)` }],
    ['quotes inside plain text', `A={"a":"b"}\nB=it's`, { A: '{"a":"b"}', B: "it's" }],
    [
      'several lines in quotes',
      'A="-----BEGIN\nMII==\n-----END"\nB=2',
      { A: '-----BEGIN\nMII==\n-----END', B: '2' },
    ],
    ['CRLF', 'A=1\r\nB="2\r\n3"\r\n', { A: '1', B: '2\n3' }],
    ['CR', 'A=1\rB=2\r', { A: '1', B: '2' }],
    ['a byte order mark', '\uFEFFA=1', { A: '1' }],
    ['a no-break space at the end, from copying', 'A=k\u00a0', { A: 'k' }],
    ['names with dots, hyphens and digits', 'a.b=1\nA-B=2\n1A=3', { 'a.b': '1', 'A-B': '2', '1A': '3' }],
    ['names of object properties', '__proto__=1\nconstructor=2', { ['__proto__']: '1', constructor: '2' }],
    ['an empty text', '', {}],
  ])('reads %s', (_case, text, expected) => {
    expect(parseEnvText(text).fault).toBeUndefined();
    expect(Object.entries(valuesOf(text))).toEqual(Object.entries(expected));
  });

  it.each([
    ['a quote without end', 'A=1\nB="2\nC=3', 2, 'quote'],
    ['a quote without end, escaped', 'B="2\\"', 1, 'quote'],
    ['text after a quote', 'B="1"2', 1, 'more after'],
    ['a quote that ends in another line', 'A="1\nB="2"', 1, 'more after'],
    ['JSON', '{"A":"1"}', 1, 'NAME=value'],
    ['no name', '=1', 1, 'NAME=value'],
    ['a key in PEM', '-----BEGIN KEY-----\nMII=\n', 1, 'NAME=value'],
  ])('rejects all of a text with %s', (_case, text, line, problem) => {
    expect(parseEnvText(text).fault).toEqual({ line, problem: expect.stringContaining(problem) });
  });

  it.each([
    ['a # that is not a comment everywhere', 'A=un#c'],
    ['a # at once', 'A=#c'],
    ['a colon', 'A: 1'],
    ['two names', 'A B=1'],
  ])('does not guess the value of %s, and reads the other lines', (_case, text) => {
    const { entries, fault } = parseEnvText(`X=0\n${text}\nB=2`);
    expect(fault).toBeUndefined();
    expect(entries.get('A')).toEqual({ line: 2, problem: expect.any(String) });
    expect(entries.get('B')).toEqual({ line: 3, value: '2' });
  });
});
