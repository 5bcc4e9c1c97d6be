import { createRoutingClient, defineRoutingDriver } from '@org/routing';
import { describe, expect, it } from 'vitest';
import { noCaps, noOptions } from '../src/driver.ts';
import { noRows, type Row, type Rows } from '../src/model/check/reader.ts';
import { methodNames } from '../src/model/engine/method-names.ts';
import { attributeNames } from '../src/model/travel/road-attributes.ts';
import { vehicleFields } from '../src/model/travel/vehicle.ts';
import { fullRequests, methods } from './every-option.ts';

type Call = (request: unknown, options?: unknown) => Promise<unknown>;

const stopped = new Error('the driver only looks');

/** A client of an engine that can do everything. It keeps the queries that reach its driver. */
function openLooker() {
  const sent: unknown[] = [];
  const look = async (...call: readonly unknown[]) => {
    sent.push(call);
    throw stopped;
  };
  const offered = Object.fromEntries(methodNames.map((name) => [name, true]));
  const caps = Object.fromEntries(Object.keys(noCaps).map((name) => [name, 1000]));
  const { avoidFeatures: _, vehicle: __, ...switches } = noOptions;
  const driver = defineRoutingDriver({
    specVersion: 1,
    name: 'looker',
    capabilities: {
      ...offered,
      rawRequests: true,
      profiles: ['driving'],
      caps,
      split: { directions: 'chunks', matrix: 'tiles' },
      options: {
        ...Object.fromEntries(Object.keys(switches).map((name) => [name, true])),
        avoidFeatures: ['tolls'],
        vehicle: vehicleFields,
        attributes: attributeNames,
        isochroneAttributes: ['population'],
        geocode: ['address', 'isPartial', 'focus', 'boundingBox', 'countries', 'language'],
        ...{ matrixSnapRadius: true, avoidPoints: true, avoidCountries: true, avoidBorders: true },
        ...{ departAt: true, arriveBy: true, bearings: true, sides: true, vias: true },
        ...{ optimizeOrder: true, smoothing: true },
      },
    } as never,
    open: () => ({ execute: look, request: look, close: async () => {} }) as never,
  });
  const routing = createRoutingClient({ driver });
  const calls: Readonly<Record<string, Call>> = {
    ...Object.fromEntries(
      methodNames.map((name) => [
        name,
        (...given) => (routing as never as Record<string, Call>)[name]?.(...given),
      ]),
    ),
    'matrix.stream': async (request, options) => {
      const parts = (routing as never as { matrix: { stream: Call } }).matrix.stream(request, options);
      return (async () => {
        for await (const _part of parts as never as AsyncIterable<unknown>);
      })();
    },
    request: (raw, options) => (routing as never as { request: Call }).request(raw, options),
  } as Readonly<Record<string, Call>>;
  return { calls, sent };
}

/** Changes every object and every list in a value, at every depth. */
function changeAll(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(changeAll);
  if (Array.isArray(value)) value.splice(0, value.length, 'changed');
  else for (const name of Object.keys(value)) Object.assign(value, { [name]: 'changed' });
}

const cases: readonly (readonly [name: string, request: () => unknown])[] = [
  ...methodNames.flatMap((name) => fullRequests(name).map((request) => [name, request] as const)),
  ...fullRequests('matrix').map((request) => ['matrix.stream', request] as const),
  ['request', () => ({ method: 'POST', path: '/x', json: { list: [{ deep: 1 }] } })],
];

describe('the objects of the caller', () => {
  it.each(Object.entries(methods))(
    'the full requests of %s have every row',
    (_name, { rows, least, options }) => {
      expectEveryRow(rows, { ...least(), ...options() });
    },
  );

  it.each(cases)('may change after %s(): at the first call, and at a later one', async (name, request) => {
    const { calls, sent } = openLooker();
    const options = () => ({ headers: { 'x-trace': ['1'] }, timeoutMs: 500 });
    const run = async (isChanged: boolean) => {
      const given = [request(), options()] as const;
      const pending = expect(calls[name]?.(...given)).rejects.toBe(stopped);
      if (isChanged) changeAll(given);
      await pending;
    };
    await run(true);
    await run(true);
    await run(false);
    expect(sent).toHaveLength(3);
    // `signal` is made for each call.
    const [first, later, unchanged] = sent.map((call) => JSON.stringify(call));
    expect(unchanged).not.toContain('changed');
    expect(first).toBe(unchanged);
    expect(later).toBe(unchanged);
  });

  it.each(Object.entries(methods))('no polluted prototype sets an option of %s()', async (name, method) => {
    const { calls, sent } = openLooker();
    const call = async () => expect(calls[name]?.(method.least())).rejects.toBe(stopped);
    await call();
    const names = new Set(Object.entries({ ...method.least(), ...method.options() }).flatMap(namesIn));
    await polluted([...names], call);
    const [clean, other] = sent.map((each) => JSON.stringify(each));
    expect(other).toBe(clean);
  });
});

function expectEveryRow(rows: Rows, value: object): void {
  for (const [name, row] of Object.entries(rows) as [string, Row<unknown>][]) {
    const field: unknown = (value as Record<string, unknown>)[name];
    expect(field, name).not.toEqual(row.empty);
    // Of a list, the item that has options.
    const item: unknown = Array.isArray(field) ? field.find((each) => !Array.isArray(each)) : field;
    if (row.rows !== noRows) expectEveryRow(row.rows, Object(item));
  }
}

/** The names of fields in a value, with a value each. */
function namesIn([name, value]: readonly [string, unknown]): string[] {
  if (typeof value !== 'object' || value === null) return [name];
  const inner = Array.isArray(value)
    ? value.flatMap((each) => Object.entries(Object(each)))
    : Object.entries(value);
  return [name, ...inner.filter(([each]) => !/^\d+$/.test(each)).flatMap(namesIn)];
}

/** Runs a call while every object seems to have these fields. The call waits for nothing but promises. */
async function polluted(names: readonly string[], run: () => Promise<unknown>): Promise<void> {
  for (const name of names)
    Object.defineProperty(Object.prototype, name, { value: 7, configurable: true, writable: true });
  try {
    await run();
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
}
