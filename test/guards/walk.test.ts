import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';

const script = fileURLToPath(new URL('../../scripts/walk.ts', import.meta.url));

type Figure = 'turns' | 'returns' | 'lines';

/** The most that a warm call may walk. They only fall: see docs/decisions/0040. */
const ceilings: Readonly<Record<string, Readonly<Record<Figure, number>>>> = {
  'email.send, Plunk': { turns: 108, returns: 51, lines: 1892 },
  'the same, refused by Resend (422)': { turns: 152, returns: 81, lines: 2143 },
  'routing.matrix 2 × 2, openrouteservice': { turns: 129, returns: 69, lines: 2194 },
  'webhook of Resend, parse': { turns: 40, returns: 15, lines: 446 },
  'realtime event, socket to listener': { turns: 15, returns: 2, lines: 153 },
  'realtime connect and subscribe': { turns: 101, returns: 73, lines: 1059 },
};

// A figure so far below its ceiling lowers it.
const tolerance = 0.97;

/** The sections of docs/the-corridor.md, and the calls that they follow. */
const sections = {
  'As a message': 'email.send, Plunk',
  'As an error': 'the same, refused by Resend (422)',
  'As a matrix': 'routing.matrix 2 × 2, openrouteservice',
  'As a webhook': 'webhook of Resend, parse',
  'As an event of a channel': 'realtime event, socket to listener',
} as const;

/** Files of the page that a warm call does not enter: rows, which are data, and the run of several parts. */
const besideTheWay = ['packages/email/src/model/fields.ts', 'packages/core/src/parts/parts-run.ts'];

describe('the walk of a warm call', () => {
  let sheet: Record<string, Record<Figure, number>>;
  const paths = new Map<string, readonly string[]>();

  beforeAll(async () => {
    const args = [script, '--json', '--path'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    const [json = '', ...walks] = stdout.split('\n\n');
    sheet = JSON.parse(json);
    for (const [name = '', ...files] of walks.map((walk) => walk.trim().split('\n')))
      paths.set(
        name,
        files.map((file) => `packages/${file}`),
      );
  });

  it.each(Object.entries(sections))('the page of the corridor names files of the way: %s', (title, call) => {
    const page = readFileSync(`${root}docs/the-corridor.md`, 'utf8');
    const section = page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
    const named = [...section.matchAll(/`(packages\/[^`]+\.ts)`/g)].map(([, file = '']) => file);
    expect(named.length).toBeGreaterThan(1);
    const onTheWay = paths.get(call) ?? [];
    expect(named.filter((file) => !onTheWay.includes(file) && !besideTheWay.includes(file))).toEqual([]);
  });

  it('stays below its ceilings, and near them', () => {
    expect(Object.keys(sheet)).toEqual(Object.keys(ceilings));
    const wrong = Object.entries(ceilings).flatMap(([call, row]) =>
      Object.entries(row).flatMap(([figure, ceiling]) => {
        const walked = sheet[call]?.[figure as Figure] ?? Number.NaN;
        if (walked <= ceiling && walked >= Math.floor(ceiling * tolerance)) return [];
        return [`${call}: ${walked} ${figure}, ceiling ${ceiling}. See \`node scripts/walk.ts --path\`.`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});
