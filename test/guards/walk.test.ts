import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/walk.ts', import.meta.url));

type Figure = 'turns' | 'returns' | 'lines';

/** The most that a warm call may walk. They only fall: see docs/decisions/0040. */
const ceilings: Readonly<Record<string, Readonly<Record<Figure, number>>>> = {
  'email.send, Plunk': { turns: 204, returns: 136, lines: 2183 },
  'the same, refused by Resend (422)': { turns: 237, returns: 159, lines: 2353 },
  'routing.matrix 2 × 2, openrouteservice': { turns: 240, returns: 170, lines: 2376 },
  'webhook of Resend, parse': { turns: 66, returns: 39, lines: 453 },
  'realtime event, socket to listener': { turns: 20, returns: 4, lines: 158 },
  'realtime connect and subscribe': { turns: 197, returns: 157, lines: 1159 },
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
