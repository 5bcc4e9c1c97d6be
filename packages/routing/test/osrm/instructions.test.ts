import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodePolyline } from '@org/routing';
import { describe, expect, it, vi } from 'vitest';
import { failureOf } from '../scripted-fetch.ts';
import { open, shown } from './open.ts';

const instructions = 'osrm-text-instructions';
const places = [
  [8.68, 49.41],
  [8.69, 49.42],
] as const;
const totals = { distance: 1326, duration: 100 };
const line = encodePolyline(places, { precision: 6 });
const waypoints = places.map((location) => ({ location, distance: 0, name: '' }));

/** A route of these legs, each of these steps, with the first step over the whole way. */
function routeOf(...legs: readonly (readonly object[])[]) {
  const end = encodePolyline(places.slice(1), { precision: 6 });
  const stepsOf = (steps: readonly object[], leg: number) =>
    steps.map((step, at) => ({ ...totals, ...step, geometry: leg === 0 && at === 0 ? line : end }));
  return { ...totals, legs: legs.map((steps, leg) => ({ ...totals, steps: stepsOf(steps, leg) })) };
}

async function textsOf(legs: readonly (readonly object[])[], language?: string) {
  const { routing, sent } = open([{ body: { code: 'Ok', routes: [routeOf(...legs)], waypoints } }], {
    instructions,
  });
  const request = { profile: 'driving', waypoints: places, ...(language === undefined ? {} : { language }) };
  const { routes, warnings } = await routing.directions(request as typeof request & { profile: 'driving' });
  const steps = routes[0]?.legs.flatMap((leg) => leg.steps) ?? [];
  return { texts: steps.map((step) => step.instruction), warnings, sent };
}

const turn = { name: 'Hauptstraße', ref: 'B 3', maneuver: { type: 'turn', modifier: 'left' } };
const depart = { name: 'Gasse', maneuver: { type: 'depart', bearing_after: 90 } };
const arrive = { name: '', maneuver: { type: 'arrive' } };

interface Fixture {
  readonly step: { readonly maneuver: { readonly type: string } };
  readonly options?: { readonly legIndex?: number };
  readonly instructions: Readonly<Record<string, string>>;
}

/** The package's own cases whose texts hang on the step alone. */
const fixtures = (() => {
  const home = dirname(fileURLToPath(import.meta.resolve(instructions)));
  const files = globSync(join(home, 'test/fixtures/v5/*/*.json'));
  const all = files.map((file): Partial<Fixture> => JSON.parse(readFileSync(file, 'utf8')));
  return all.filter((each): each is Fixture => each.step !== undefined && each.options === undefined);
})();

describe("instructions: 'osrm-text-instructions'", () => {
  it('writes what the package writes for its own cases, in each language', async () => {
    const cases = fixtures.filter(({ step }) => step.maneuver.type !== 'use lane');
    expect(cases.length).toBeGreaterThan(100);
    const languages = Object.keys(cases[0]?.instructions ?? {});
    expect(languages).toHaveLength(31);
    for (const language of languages) {
      const { texts, warnings } = await textsOf([cases.map(({ step }) => ({ name: '', ...step }))], language);
      expect(texts).toEqual(cases.map((each) => each.instructions[language]));
      expect(warnings).toEqual([]);
    }
  });

  it.each([
    [undefined, 'Turn left onto Hauptstraße (B 3)'],
    ['en-US-x-pirate', 'Turn left onto Hauptstraße (B 3)'],
    ['de-AT', 'Links abbiegen auf Hauptstraße (B 3)'],
    ['pt', 'Vire à esquerda em Hauptstraße (B 3)'],
    ['pt_PT', 'Vire à esquerda para Hauptstraße (B 3)'],
    ['nb-NO', 'Sving til venstre inn på Hauptstraße (B 3)'],
    ['zh-CN', '左转，驶入Hauptstraße（B 3）'],
  ])('takes the language %s', async (language, text) => {
    const { texts, warnings, sent } = await textsOf([[depart, turn, arrive]], language);
    expect([texts[1], warnings]).toEqual([text, []]);
    // OSRM refuses options that it does not know.
    expect(shown(sent[0]?.url)).not.toContain('language');
  });

  it('says in English what the package has not in a language, with a warning', async () => {
    const { texts, warnings } = await textsOf([[turn]], 'zh-TW');
    expect(texts).toEqual(['Turn left onto Hauptstraße (B 3)']);
    expect(warnings).toEqual([{ kind: 'not-honoured', message: expect.stringContaining('none in zh-TW') }]);
  });

  it('counts the places of arrival, and knows the sign and the way into a roundabout', async () => {
    const sign = { destinations: 'A 5, A 6: Heidelberg, Mannheim', exits: '37', driving_side: 'right' };
    const ramp = { name: '', ...sign, maneuver: { type: 'off ramp', modifier: 'slight right' } };
    const rotary = {
      name: '',
      rotary_name: 'Kreisel',
      maneuver: { type: 'rotary', modifier: 'right', exit: 2 },
    };
    const { texts } = await textsOf([
      [depart, ramp, arrive],
      [depart, rotary, arrive],
    ]);
    expect(texts).toEqual([
      'Head east on Gasse',
      'Take exit 37 towards A 5: Heidelberg',
      'You have arrived at your 1st destination',
      'Head east on Gasse',
      'Enter Kreisel and take the 2nd exit',
      'You have arrived at your destination',
    ]);
  });

  it('takes an unknown type for a turn, and says nothing where the package would fail', async () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {});
    const { texts } = await textsOf([
      [
        { name: '', maneuver: { type: 'leap', modifier: 'right' } },
        { name: '', maneuver: { type: 'turn' } },
        { name: '', maneuver: { type: 'depart', bearing_after: 400 } },
      ],
    ]);
    expect(texts).toEqual(['Turn right', undefined, undefined]);
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
  });

  it('writes them for matched tracks too, and none without steps', async () => {
    const point = { ...waypoints[0], matchings_index: 0 };
    const body = {
      code: 'Ok',
      matchings: [routeOf([depart, turn, arrive])],
      tracepoints: [point, { ...point, location: places[1] }],
    };
    const { routing } = open([{ body }, { body }], { instructions });
    const request = { profile: 'driving', trace: places, language: 'fr' } as const;
    const { routes } = await routing.match({ ...request, steps: true });
    expect(routes[0]?.legs[0]?.steps[1]?.instruction).toBe('Tourner à gauche sur Hauptstraße (B 3)');
    const bare = await routing.match({ ...request, language: 'zh-TW', steps: false });
    expect([bare.routes[0]?.legs[0]?.steps, bare.warnings]).toEqual([[], []]);
  });

  it('names the package if it is missing, and sends nothing', async () => {
    vi.doMock(instructions, () => {
      throw Object.assign(new Error("Cannot find package 'osrm-text-instructions'"), {
        code: 'ERR_MODULE_NOT_FOUND',
      });
    });
    const { routing, sent } = open([], { instructions });
    const error = await failureOf(routing.directions({ profile: 'driving', waypoints: places }));
    expect(error).toMatchObject({
      name: 'ConfigurationError',
      outcome: 'not-sent',
      message: expect.stringContaining('npm install osrm-text-instructions@^0.15.0'),
    });
    expect(sent).toEqual([]);
    vi.doUnmock(instructions);
  });
});
