import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/walk.ts', import.meta.url));

type Figure = 'turns' | 'returns' | 'lines';

/** The most that a warm call may walk. They only fall: see docs/decisions/0040. */
const ceilings: Readonly<Record<string, Readonly<Record<Figure, number>>>> = {
  'email.send, Plunk': { turns: 113, returns: 54, lines: 1907 },
  'the same, refused by Resend (422)': { turns: 153, returns: 81, lines: 2150 },
  'routing.matrix 2 × 2, openrouteservice': { turns: 129, returns: 69, lines: 2178 },
  'webhook of Resend, parse': { turns: 39, returns: 16, lines: 425 },
  'realtime event, socket to listener': { turns: 15, returns: 2, lines: 153 },
  'realtime connect and subscribe': { turns: 100, returns: 73, lines: 1047 },
};

// A figure so far below its ceiling lowers it.
const tolerance = 0.97;

describe('the walk of a warm call', () => {
  it('stays below its ceilings, and near them', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--json'], { timeout: 60_000 });
    const sheet = JSON.parse(stdout) as Record<string, Record<Figure, number>>;
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
