import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spawnArguments } from './spawn-arguments.ts';

const npx = 'C:\\Program Files\\nodejs\\npx.cmd';
const files = [
  npx,
  'C:\\Program Files\\nodejs\\node.exe',
  'C:\\work\\bin\\run.bat',
  'C:\\tools\\both.exe',
  'C:\\tools\\both.cmd',
];
const exists = (path: string) => files.some((file) => file.toLowerCase() === path.toLowerCase());
const env = {
  PATH: 'C:\\tools;C:\\Program Files\\nodejs',
  PathExt: '.COM;.EXE;.BAT;.CMD;.VBS;.JS',
  comspec: 'C:\\Windows\\System32\\cmd.exe',
  HOME: 'C:\\Users\\ann & bob',
};
const windows = { platform: 'win32', env, cwd: () => 'C:\\work' };
const onWindows = (...command: string[]) => spawnArguments(command, windows, exists);

/** One reading of a line by cmd.exe (phases 1 and 2): variables, then carets outside quotes. */
function readByCmd(line: string): string {
  const expanded = line.replace(/%([^%]+)%/g, (whole, name: string) => {
    const known = Object.entries(env).find(([key]) => key.toLowerCase() === name.toLowerCase());
    return known?.[1] ?? whole;
  });
  return removeCarets(expanded);
}

function removeCarets(line: string): string {
  let read = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    let character = line.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '^') {
      at += 1;
      character = line.charAt(at);
    } else if (!isQuoted && /[&|<>()]/.test(character)) throw new Error(`operator ${character} in ${line}`);
    read += character;
  }
  return read;
}

/** The arguments as a C program reads them. */
function argumentsOf(line: string): string[] {
  const found: string[] = [];
  let current: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const [slashes = ''] = /^\\*(?=")/.exec(line.slice(at)) ?? [];
    if (line.charAt(at + slashes.length) === '"') {
      current = (current ?? '') + '\\'.repeat(Math.floor(slashes.length / 2));
      at += slashes.length;
      if (slashes.length % 2 === 1) current += '"';
      else isQuoted = !isQuoted;
    } else if (!isQuoted && line.charAt(at) === ' ') {
      if (current !== undefined) found.push(current);
      current = undefined;
    } else current = (current ?? '') + line.charAt(at);
  }
  return current === undefined ? found : [...found, current];
}

/** What a batch file passes on with `%*`. */
function received({ args }: ReturnType<typeof onWindows>): string[] {
  const [, , , , quoted = ''] = args;
  const command = readByCmd(quoted.slice(1, -1));
  // The batch file puts the arguments into a line of its own, whose variables are expanded already.
  const rest = command.slice(npx.length + 1);
  return argumentsOf(removeCarets(rest));
}

describe('the start of a program', () => {
  it('is as it is given, elsewhere than on Windows', () => {
    const linux = { platform: 'linux', env: {}, cwd: () => '/' };
    expect(spawnArguments(['npx', 'a b', '$(x)'], linux)).toEqual({ file: 'npx', args: ['a b', '$(x)'] });
  });

  it('is direct for an executable on Windows', () => {
    expect(onWindows('node', '-e', 'a & "b"')).toEqual({
      file: 'C:\\Program Files\\nodejs\\node.exe',
      args: ['-e', 'a & "b"'],
    });
  });

  it('asks cmd.exe for a batch file, with every argument escaped', () => {
    expect(onWindows('npx', 'vitest', 'a&calc')).toEqual({
      file: 'C:\\Windows\\System32\\cmd.exe',
      args: [
        '/d',
        '/v:off',
        '/s',
        '/c',
        '"C:\\Program^ Files\\nodejs\\npx.cmd ^^^"vitest^^^" ^^^"a^^^&calc^^^""',
      ],
      windowsVerbatimArguments: true,
    });
  });

  it('finds a path, an ending and the order of PATHEXT', () => {
    expect(onWindows('bin/run').args.at(-1)).toBe('"C:\\work\\bin\\run.bat"');
    expect(onWindows('NPX.CMD').args.at(-1)).toContain('\\NPX.CMD"');
    expect(onWindows('both')).toEqual({ file: 'C:\\tools\\both.exe', args: [] });
    expect(onWindows('missing', 'a')).toEqual({ file: 'missing', args: ['a'] });
    expect(onWindows('run').file).toBe('run');
  });

  it('refuses a line break for a batch file', () => {
    expect(() => onWindows('npx', 'a\nb')).toThrow('line breaks');
    expect(onWindows('node', 'a\nb').args).toEqual(['a\nb']);
  });

  it.each([
    [''],
    ['a b', 'c'],
    ['"', '\\', '\\"', 'a\\\\'],
    ['%HOME%', '%PATH%', '100%', '%'],
    ['a&calc', 'a|b', '<x>', '(y)', '^', '^^', '!HOME!'],
    ['" & calc & "', '"%HOME%"'],
    ['ä€🔑', '--name=1,2;3'],
  ])('gives a batch file what was given: %j', (...args) => {
    expect(received(onWindows('npx', ...args))).toEqual(args);
  });

  it('gives a batch file any arguments', () => {
    const part = fc.constantFrom(...'ab "\\%^&|<>()!;,=*?[]`\''.split(''), 'HOME', '%HOME%', '\\"', '" & ');
    const argument = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 4 }), (args) => {
        expect(received(onWindows('npx', ...args))).toEqual(args);
      }),
      { numRuns: 2_000 },
    );
  });
});
