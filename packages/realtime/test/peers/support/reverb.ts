import { randomUUID } from 'node:crypto';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { type PeerServer, run, startServer } from '../../../../routing/test/peers/support/process.ts';

const version = '1.10.2';
const configuration = fileURLToPath(new URL('reverb-config.php', import.meta.url));

/** An app of `reverb-config.php`. */
export const reverbApp = (id: string) => ({ id, key: `${id}-key`, secret: `${id}-secret` });

/**
 * The folder of a Laravel application with Reverb, made by Composer. An application that is in the cache
 * under this name is taken as it is.
 */
export async function installReverb(): Promise<string> {
  await run({ command: 'php', args: ['--version'] });
  return cached(`laravel-reverb-${version}`, async (directory) => {
    const compose = (...args: string[]) =>
      run({
        command: 'composer',
        args: [...args, '--no-interaction', '--no-progress', '--no-scripts', '--quiet'],
        env: { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1' },
        timeoutMs: 50_000,
      }).catch((cause: unknown) => {
        throw new Error(`Composer cannot install laravel/reverb ${version}: is its registry reachable?`, {
          cause,
        });
      });
    await compose('create-project', 'laravel/laravel', directory);
    await compose('require', `laravel/reverb:${version}`, '--working-dir', directory);
  });
}

/** Starts Reverb on loopback. `port`: where an earlier one was. */
export async function startReverb(directory: string, port?: number): Promise<PeerServer> {
  // Whole at once, because another suite starts from the same folder.
  const written = join(directory, `reverb-${randomUUID()}.php`);
  await copyFile(configuration, written);
  await rename(written, join(directory, 'config/reverb.php'));
  const env = {
    ...process.env,
    APP_KEY: `base64:${Buffer.alloc(32, 7).toString('base64')}`,
    CACHE_STORE: 'array',
    LOG_CHANNEL: 'stderr',
  };
  const args = (at: number) => ['artisan', 'reverb:start', '--host=127.0.0.1', `--port=${at}`];
  return startServer({ command: 'php', args, cwd: directory, env, port }, '/up');
}
