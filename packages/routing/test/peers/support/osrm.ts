import { join } from 'node:path';
import { preparedMap } from './cache.ts';
import type { PeerMap } from './maps.ts';
import { type PeerServer, run, startServer } from './process.ts';
import { installPythonPackage } from './python.ts';

/** The programs of OSRM. */
export interface OsrmPrograms {
  readonly version: string;
  readonly programs: string;
  readonly profiles: string;
}

const requirement = 'osrm-bindings==26.10.0';

/** The wheel of OSRM's Python binding contains the programs of the engine, `osrm-routed` among them. */
export async function installOsrm(): Promise<OsrmPrograms> {
  const { directory } = await installPythonPackage(requirement, { minimum: '3.12' });
  return {
    version: requirement.replace('==', ' '),
    programs: join(directory, 'osrm', 'bin'),
    profiles: join(directory, 'osrm', 'share', 'profiles'),
  };
}

/** Starts `osrm-routed` with a map for one of the engine's own profiles. */
export async function startOsrm(
  { version, programs, profiles }: OsrmPrograms,
  map: PeerMap,
  {
    profile,
    flags = [],
  }: { readonly profile: 'car' | 'bicycle' | 'foot'; readonly flags?: readonly string[] },
): Promise<PeerServer> {
  const directory = await preparedMap(map, `${version} ${profile} mld`, async (cwd) => {
    const tool = (name: string, ...args: readonly string[]) =>
      run({ command: join(programs, name), args, cwd, timeoutMs: 120_000 });
    await tool('osrm-extract', '--profile', join(profiles, `${profile}.lua`), 'map.osm.pbf');
    await tool('osrm-partition', 'map.osrm');
    await tool('osrm-customize', 'map.osrm');
  });
  const serve = (port: number) => [
    ...['--ip', '127.0.0.1', '--port', String(port), '--threads', '2', '--algorithm', 'mld', ...flags],
    join(directory, 'map.osrm'),
  ];
  return startServer({ command: join(programs, 'osrm-routed'), args: serve }, '/nearest/v1/car/0,0');
}
