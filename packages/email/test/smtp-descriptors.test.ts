import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createSmtpStage } from './smtp-stage.ts';

const stage = createSmtpStage();
// Node 22 keeps the failure of a file that it could not read.
const canLoadAgain = Number.parseInt(process.versions.node, 10) >= 24;

describe.runIf(process.platform === 'linux' && canLoadAgain)('a program without a free descriptor', () => {
  it.each(['127.0.0.1', 'localhost'])('every mail is `not-sent` and may be repeated: %s', async (host) => {
    const { port } = await stage.start();
    const script = fileURLToPath(new URL('smtp-descriptors-script.ts', import.meta.url));
    const command = 'ulimit -n 64; exec "$0" --conditions=@org/source "$1" "$2" "$3"';
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-c', command, process.execPath, script, host, String(port)],
      { env: { ...process.env, NODE_OPTIONS: '' } },
    );
    const { unloaded, loaded, full, free } = JSON.parse(stdout);
    expect(unloaded).toEqual({ 'configuration not-sent true': 3 });
    expect(loaded).toEqual({ accepted: 1 });
    // One of them has the open connection, and more when it is free again before the last one has failed.
    const { accepted = 0, ...failed } = full;
    expect(accepted).toBeLessThan(15);
    expect(failed).toEqual({ 'network not-sent true': 150 - accepted });
    expect(free).toEqual({ accepted: 3 });
  });
});
