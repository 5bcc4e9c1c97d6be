import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeElevationTile } from '../../valhalla/elevation-tiles.ts';
import { preparedMap } from './cache.ts';
import type { PeerMap } from './maps.ts';
import { type PeerServer, run, startServer } from './process.ts';
import { installPythonPackage, type PythonPackage } from './python.ts';

const version = '3.9.1';

/** The wheel of Valhalla's Python binding contains the engine's programs, its HTTP service among them. */
export function installValhalla(): Promise<PythonPackage> {
  return installPythonPackage(`pyvalhalla==${version}`, { minimum: '3.12' });
}

const stockConfig = `
import json
from valhalla import get_config
print(json.dumps(get_config(tile_extract='', tile_dir='.', verbose=False)))
`;

/** Starts Valhalla's HTTP service with its stock configuration, with heights, without time zones. */
export async function startValhalla(engine: PythonPackage, map: PeerMap): Promise<PeerServer> {
  const programs = join(engine.directory, 'valhalla', 'bin');
  const directory = await preparedMap(map, `pyvalhalla ${version} heights`, async (cwd) => {
    const env = { ...process.env, PYTHONPATH: engine.directory };
    const printed = await run({ command: engine.python, args: ['-c', stockConfig], env, cwd });
    const config = JSON.parse(printed) as { mjolnir: { data_processing: object } };
    // Without administrative areas the builder assumes traffic on the right.
    Object.assign(config.mjolnir, { tile_dir: 'tiles', admin: '', timezone: '' });
    Object.assign(config.mjolnir.data_processing, { use_admin_db: false });
    Object.assign(config, { additional_data: { elevation: 'heights' } });
    await writeElevationTile(join(cwd, 'heights'));
    writeFileSync(join(cwd, 'config.json'), JSON.stringify(config));
    const args = ['--config', 'config.json', 'map.osm.pbf'];
    await run({ command: join(programs, 'valhalla_build_tiles'), args, cwd, timeoutMs: 120_000 });
  });
  const sockets = mkdtempSync(join(tmpdir(), 'valhalla-'));
  const configure = (port: number) => [serviceConfig(directory, sockets, port), '2'];
  const server = await startServer(
    { command: join(programs, 'valhalla_service'), args: configure, cwd: directory },
    '/status',
  );
  const close = async () => {
    await server.close();
    rmSync(sockets, { recursive: true, force: true });
  };
  return { url: server.url, close };
}

// The parts of the service talk over sockets, whose stock paths two services would share.
function serviceConfig(directory: string, sockets: string, port: number): string {
  const config = JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8')) as Record<
    string,
    { service: object }
  >;
  const socket = (name: string) => `ipc://${join(sockets, name)}`;
  Object.assign(config['httpd']?.service ?? {}, {
    listen: `tcp://127.0.0.1:${port}`,
    loopback: socket('loopback'),
    interrupt: socket('interrupt'),
    drain_seconds: 1,
  });
  for (const name of ['loki', 'thor', 'odin', 'meili'])
    Object.assign(config[name]?.service ?? {}, { proxy: socket(name) });
  const file = join(sockets, 'config.json');
  writeFileSync(file, JSON.stringify(config));
  return file;
}
