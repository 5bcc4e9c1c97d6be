import { createRoutingClient } from '@org/routing';
import { google } from '@org/routing/google';
import { graphhopper } from '@org/routing/graphhopper';
import { openrouteservice } from '@org/routing/openrouteservice';
import { type ValhallaDriver, valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from './scripted-fetch.ts';

const waypoints = [
  [8.681495, 49.41461],
  [8.687872, 49.420318],
] as const;

const drivers = {
  valhalla: () => valhalla({ baseUrl: 'https://valhalla.example.com' }),
  openrouteservice: () => openrouteservice({ apiKey: 'test' }),
  google: () => google({ apiKey: 'test' }),
  graphhopper: () => graphhopper({ apiKey: 'test' }),
};

/** A client with directions and matching. */
function open(name: keyof typeof drivers) {
  const { runtime, sent } = scriptedFetch({ body: 'not looked at' });
  const driver = drivers[name]() as unknown as ValhallaDriver;
  return { sent, routing: createRoutingClient({ driver, limiter: false, retry: false, runtime }) };
}

describe('a language is a tag by BCP 47', () => {
  it.each([
    ['valhalla', 'en-US-x-pirate', { language: 'en-US-x-pirate' }],
    ['valhalla', 'de-Latn-AT-1996', { language: 'de-DE' }],
    ['openrouteservice', 'zh-Hant-TW', { language: 'zh' }],
    ['google', 'zh-Hant-TW', { languageCode: 'zh-Hant-TW' }],
    ['graphhopper', 'zh-Hant-TW', { locale: 'zh_TW' }],
    ['graphhopper', 'pt_BR', { locale: 'pt_BR' }],
    ['graphhopper', 'en-US-x-pirate', { locale: 'en_US' }],
    ['graphhopper', 'de-x-us', { locale: 'de' }],
  ] as const)('with %s: %s', async (name, language, body) => {
    const { routing, sent } = open(name);
    await failureOf(routing.directions({ profile: 'driving', waypoints, language }));
    expect(sent[0]?.body).toMatchObject(body);
  });

  it.each(['', 'en-', 'en-x', 'x', 'en US', 'e', 'de--AT'])('and not "%s"', async (language) => {
    const issues = [{ path: 'language' }];
    const { routing, sent } = open('valhalla');
    const calls = [
      routing.directions({ profile: 'driving', waypoints, language }),
      routing.match({ profile: 'driving', trace: waypoints, language }),
    ];
    for (const call of calls) expect(await failureOf(call)).toMatchObject({ code: 'invalid-input', issues });
    expect(sent).toEqual([]);
  });
});
