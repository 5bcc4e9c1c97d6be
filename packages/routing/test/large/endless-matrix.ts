// Answers five tiles of a matrix and waits for ever with the next ones: a program to kill.
import { setTimeout } from 'node:timers/promises';
import { fileCheckpoint } from '@org/routing/checkpoint';
import { createRoutingClient } from '../../src/client.ts';
import { rulerEngine } from '../ruler-engine.ts';

let count = 0;
const onRequest = async () => {
  count += 1;
  if (count > 5) await setTimeout(60_000);
};
const routing = createRoutingClient({ driver: rulerEngine({ caps: { matrixCells: 4 }, onRequest }) });
const origins = Array.from({ length: 6 }, (_, at) => [at, 1] as const);
const checkpoint = fileCheckpoint(process.argv[2] ?? '');
const onProgress = () => process.stdout.write('answered\n');
await routing.matrix({ profile: 'driving', origins }, { checkpoint, onProgress });
