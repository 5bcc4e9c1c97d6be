import { createRoutingClient, isOrgError, type RoutingCapabilities } from '@org/routing';
import { google } from '@org/routing/google';
import { graphhopper } from '@org/routing/graphhopper';
import { mapbox } from '@org/routing/mapbox';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { stadia } from '@org/routing/stadia';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import type { Need, Rows } from '../src/model/check/reader.ts';
import { methods } from './every-option.ts';
import { failureOf, type SentRequest, scriptedFetch } from './scripted-fetch.ts';

type Fields = Readonly<Record<string, unknown>>;
type Call = (request: unknown) => Promise<unknown>;

const baseUrl = 'https://engine.example';
const drivers = {
  openrouteservice: () => openrouteservice({ apiKey: 'key' }),
  'openrouteservice, own': () => openrouteservice({ baseUrl }),
  valhalla: () => valhalla({ baseUrl }),
  google: () => google({ apiKey: 'key' }),
  stadia: () => stadia({ apiKey: 'key' }),
  osrm: () => osrm({ baseUrl, profiles: ['driving'] }),
  mapbox: () => mapbox({ accessToken: 'token' }),
  graphhopper: () => graphhopper({ apiKey: 'key' }),
  'graphhopper, own': () => graphhopper({ baseUrl }),
};

/** Each value of a request that needs something of its engine, alone. */
function valuesWithNeeds(rows: Rows, options: Fields): (readonly [needs: readonly Need[], option: Fields])[] {
  return Object.entries(rows).flatMap(([name, row]) => {
    const value = options[name];
    if (value === undefined) return [];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    // Of a list, the item that has options: a waypoint between two others.
    const item = Object(list.find((each) => !Array.isArray(each)));
    const inner = valuesWithNeeds(row.rows, item).map(([needs, option]) => {
      const one = { ...('position' in item && { position: item.position }), ...option };
      const all = list.map((each) => (each === item ? one : each));
      return [[...row.needs, ...needs], { [name]: Array.isArray(value) ? all : one }] as const;
    });
    if (Object.keys(row.rows).length > 0) return inner;
    return row.needs.length === 0 ? [] : [[row.needs, { [name]: value }] as const];
  });
}

const cases = ['directions', 'isochrones', 'matrix', 'geocode'].flatMap((name) => {
  const { rows, options } = methods[name] as (typeof methods)[string];
  return valuesWithNeeds(rows, options()).map(([needs, option]) => ({ name, needs, option }));
});

describe.each(Object.entries(drivers))(
  '%s: an option reaches the engine, or is refused by name',
  (_name, open) => {
    const capabilities = open().capabilities as RoutingCapabilities;
    // Some engines state the attributes of a route by a request of its own, after it.
    const isLater = ({ name, option }: (typeof cases)[number]) =>
      name === 'directions' && 'attributes' in option && capabilities.attributes === true;
    const offered = cases.filter((each) => capabilities[each.name as 'matrix'] && !isLater(each));

    it.each(offered)('$name $option', async ({ name, needs, option }) => {
      const { runtime, sent } = scriptedFetch({ body: 'no answer: only the request counts' });
      const routing = createRoutingClient({
        driver: open() as ReturnType<typeof osrm>,
        limiter: false,
        runtime,
      });
      const call = (routing as never as Readonly<Record<string, Call>>)[name] as Call;
      const least = methods[name]?.least() as Fields;
      // Either the text or the parts of an address.
      const base = 'address' in option ? {} : least;
      await failureOf(call(least));
      const before = sent.splice(0).map(textOf);
      const error = await failureOf(call({ ...base, ...option }));
      const [after] = sent.map(textOf);
      if (after !== undefined) return expect(before).not.toContain(after);
      expect(isOrgError(error) && error.code).toBe('unsupported');
      const words = needs.map((need) => need.words.split('"*"')[0]?.trim() ?? '');
      expect(String(error)).toMatch(new RegExp([...words, ...Object.keys(option)].join('|')));
    });
  },
);

function textOf({ url, headers, body }: SentRequest): string {
  return JSON.stringify([url, headers.get('accept-language'), body]);
}

it('every capability that a row needs is stated by an engine', () => {
  const stated = Object.values(drivers).flatMap((open) => Object.keys(open().capabilities.options));
  const needed = new Set(cases.flatMap(({ needs }) => needs.map(({ capability }) => capability)));
  expect([...needed].filter((name) => !stated.includes(name))).toEqual([]);
});
