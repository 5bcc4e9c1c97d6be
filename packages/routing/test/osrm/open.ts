import { readFileSync } from 'node:fs';
import { createRoutingClient } from '@org/routing';
import { type OsrmOptions, osrm } from '@org/routing/osrm';
import { type ScriptedAnswer, scriptedFetch } from '../scripted-fetch.ts';

export const baseUrl = 'https://osrm.example';

/** A client whose network gives these answers. */
export function open<const Options extends OsrmOptions>(
  answers: readonly ScriptedAnswer[],
  options: Options = {} as Options,
) {
  const network = scriptedFetch(...answers);
  const driver = osrm({ baseUrl, avoid: ['tolls', 'motorways'], ...options });
  const routing = createRoutingClient({ driver, limiter: false, runtime: network.runtime });
  return { ...network, routing };
}

interface Recording {
  readonly request: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The response of the real engine, by a name: see `engine` in the file for its version. */
export const recorded: Readonly<Record<string, Recording>> = JSON.parse(
  readFileSync(new URL('./__fixtures__/recorded.json', import.meta.url), 'utf8'),
).exchanges;

export function recording(name: string): Recording {
  const found = recorded[name];
  if (found === undefined) throw new Error(`There is no recording of "${name}".`);
  return found;
}

/** Path and query of a request, decoded. */
export function shown(url: URL | undefined): string {
  return decodeURIComponent(`${url?.pathname}${url?.search}`);
}
