import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached, preparedMap } from './cache.ts';
import type { PeerMap } from './maps.ts';
import { type PeerServer, run, startServer } from './process.ts';

/** GraphHopper's web server. */
export interface GraphHopperJar {
  readonly version: string;
  readonly jar: string;
}

const version = '11.0';
const artifact = `com.graphhopper:graphhopper-web:${version}`;
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';

/** The published jar, from Maven's registry. It needs Java 17. */
export async function installGraphHopper(): Promise<GraphHopperJar> {
  await run({ command: 'java', args: ['-version'] });
  const directory = await cached(`graphhopper-web-${version}`, async (target) => {
    const args = ['-q', '-B', plugin, `-Dartifact=${artifact}`, `-DoutputDirectory=${target}`];
    await run({ command: 'mvn', args, timeoutMs: 120_000 });
  });
  const jar = join(directory, `graphhopper-web-${version}.jar`);
  if (!existsSync(jar)) throw new Error(`Maven did not copy ${artifact}.`);
  return { version, jar };
}

/** Starts the server with a map: cars with contraction hierarchies, trucks, bicycles, walkers. */
export async function startGraphHopper(
  { version: engine, jar }: GraphHopperJar,
  map: PeerMap,
): Promise<PeerServer> {
  const java = ['-Xmx1g', '-XX:TieredStopAtLevel=1'];
  const directory = await preparedMap(map, `graphhopper ${engine}\n${configuration}`, async (cwd) => {
    await writeFile(join(cwd, 'config.yml'), configuration);
    const args = [...java, '-jar', jar, 'import', 'config.yml'];
    await run({ command: 'java', args, cwd, timeoutMs: 120_000 });
  });
  const serve = (port: number) => [
    ...java,
    `-Ddw.server.application_connectors[0].port=${port}`,
    ...['-jar', jar, 'server', 'config.yml'],
  ];
  return startServer({ command: 'java', args: serve, cwd: directory }, '/health');
}

const configuration = `
graphhopper:
  datareader.file: map.osm.pbf
  graph.location: graph-cache
  graph.encoded_values: >-
    car_access|block_private=false, car_average_speed, road_access, road_class, road_environment, max_speed,
    surface, toll, osm_way_id, average_slope, hgv, max_width, max_height, max_length, max_weight,
    max_weight_except, max_axle_load, hazmat, country, foot_access, foot_priority, foot_average_speed,
    foot_road_access, hike_rating, mtb_rating, bike_priority, bike_access, roundabout, bike_average_speed,
    bike_road_access
  profiles:
    - name: car
      turn_costs: { vehicle_types: [motorcar, motor_vehicle], u_turn_costs: 60 }
      custom_model_files: [car.json, car_avoid_private_etc.json]
    - name: truck
      turn_costs: { vehicle_types: [hgv, motorcar, motor_vehicle], u_turn_costs: 60 }
      custom_model_files: [truck.json]
    - name: bike
      custom_model_files: [bike.json]
    - name: foot
      custom_model_files: [foot.json]
  profiles_ch:
    - profile: car
  profiles_lm: []
  prepare.min_network_size: 0
  import.osm.ignored_highways: ''
  routing.snap_preventions_default: ''
server:
  application_connectors: [{ type: http, port: 0, bind_host: 127.0.0.1 }]
  admin_connectors: [{ type: http, port: 0, bind_host: 127.0.0.1 }]
  request_log: { appenders: [] }
logging: { level: WARN, appenders: [{ type: console }] }
`;
