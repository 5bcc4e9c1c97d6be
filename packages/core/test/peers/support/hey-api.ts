import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';
import { run } from '../../../../routing/test/peers/support/process.ts';
import { description } from './description.ts';

/** The parts of the generated client that the tests call. */
export interface GeneratedClient {
  readonly client: { setConfig(config: object): void };
  readonly getThing: GeneratedCall;
  readonly createThing: GeneratedCall;
  readonly addPicture: GeneratedCall;
  readonly readEvents: (options?: object) => Promise<{ readonly stream: AsyncIterable<unknown> }>;
}

type GeneratedCall = (options?: object) => Promise<{
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response?: Response;
}>;

/** Generates a client from the description, as a program's build does. */
export async function generateClient(): Promise<GeneratedClient> {
  const directory = await cached('hey-api-openapi-ts-0.99.0', (target) =>
    npmInstall(target, { dependencies: { '@hey-api/openapi-ts': '0.99.0', typescript: '5.9.3' } }),
  );
  await writeFile(join(directory, 'acme.json'), JSON.stringify(description));
  const program = join(directory, 'node_modules/@hey-api/openapi-ts/bin/run.js');
  const args = [program, '--input', 'acme.json', '--output', 'acme', '--silent'];
  await run({ command: process.execPath, args, cwd: directory, env: { ...process.env, NODE_OPTIONS: '' } });
  const load = (name: string) => import(/* @vite-ignore */ join(directory, 'acme', `${name}.gen.ts`));
  return { ...(await load('client')), ...(await load('sdk')) };
}
