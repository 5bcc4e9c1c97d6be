import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const routing = fileURLToPath(new URL('..', import.meta.url));

/** A file, a text in it, and the line that stands before that text once the option is added. */
type Line = readonly [file: string, before: string, line: string];

// The row, its lines in the interfaces, and two engines that honour it.
const lines: readonly Line[] = [
  [
    'model/routes/directions.ts',
    'approximate: withDefault(boolean, false),',
    "leftTurns: withDefault(boolean, true, [{ capability: 'leftTurns', words: 'leftTurns: false' }]),",
  ],
  [
    'model/routes/directions.ts',
    '/** Turn-by-turn steps. @defaultValue true */',
    "readonly leftTurns?: OptionOf<Capabilities, 'leftTurns', boolean>;",
  ],
  ['model/routes/directions.ts', '/** None by default. */', 'readonly leftTurns: boolean;'],
  ['model/engine/capabilities.ts', '/** Honours `arriveBy` of', 'readonly leftTurns?: boolean | undefined;'],
  ['drivers/openrouteservice/capabilities.ts', 'continueStraight: true,', 'leftTurns: true,'],
  [
    'drivers/openrouteservice/encode-directions.ts',
    'elevation,\n    ...(continueStraight',
    '...(query.leftTurns ? {} : { left_turns: false }),',
  ],
  ['drivers/valhalla/capabilities.ts', 'departAt: true,', 'leftTurns: true,'],
  [
    'drivers/valhalla/encode-directions.ts',
    '...convertToTime(query),',
    '...(query.leftTurns ? {} : { left_turns: false }),',
  ],
];

const program = `
import { createRoutingClient } from './src/index.ts';
import { openrouteservice } from './src/drivers/openrouteservice/index.ts';
import { osrm } from './src/drivers/osrm/index.ts';
import { valhalla } from './src/drivers/valhalla/index.ts';

const baseUrl = 'https://engine.example';
const waypoints = [[8.681, 49.414], [8.687, 49.42]];
const drivers = [
  openrouteservice({ apiKey: 'key' }),
  valhalla({ baseUrl }),
  osrm({ baseUrl, profiles: ['driving'] }),
];
const seen = [];
for (const driver of drivers) {
  const sent = [];
  const fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push(request.url + (await request.text()));
    return new Response('{}', { status: 400 });
  };
  const routing = createRoutingClient({ driver, limiter: false, runtime: { fetch } });
  for (const option of [{}, { leftTurns: false }, { leftTurn: false }]) {
    const call = routing.directions({ profile: 'driving', waypoints, ...option });
    const { code, message } = await call.catch((error) => error);
    seen.push([driver.name, sent.splice(0).map((text) => text.includes('left_turns')), code, message]);
  }
}
process.stdout.write(JSON.stringify(seen));
`;

it('an option that two engines have is its row, its interfaces and two encoders; no other file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'routing-option-'));
  try {
    await cp(join(routing, 'src'), join(folder, 'src'), { recursive: true });
    await cp(join(routing, 'package.json'), join(folder, 'package.json'));
    await symlink(join(routing, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, before, line] of lines) {
      const path = join(folder, 'src', file);
      const text = await readFile(path, 'utf8');
      expect(text.split(before).length, `${file}: ${before}`).toBe(2);
      await writeFile(
        path,
        text.replace(before, () => `${line}\n${before}`),
      );
    }
    await writeFile(join(folder, 'program.ts'), program);
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--conditions=@org/source', join(folder, 'program.ts')], {
      timeout: 60_000,
    });
    const refusal =
      'osrm does not support leftTurns: false in directions. Leave it out, or use a driver that';
    const hint = 'The directions request is not valid: leftTurn is not an option; did you mean `leftTurns`?';
    expect(JSON.parse(stdout)).toEqual([
      ['openrouteservice', [false], expect.any(String), expect.any(String)],
      ['openrouteservice', [true], expect.any(String), expect.any(String)],
      ['openrouteservice', [], 'invalid-input', hint],
      ['valhalla', [false], expect.any(String), expect.any(String)],
      ['valhalla', [true], expect.any(String), expect.any(String)],
      ['valhalla', [], 'invalid-input', hint],
      ['osrm', [false], expect.any(String), expect.any(String)],
      ['osrm', [], 'unsupported', expect.stringContaining(refusal)],
      ['osrm', [], 'invalid-input', hint],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
