import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('half-open/client-process.ts', import.meta.url));
const namespace = ['--map-root-user', '--net'];
const activityMs = 1_500;
const pongMs = 1_000;

const canLosePackets = (() => {
  try {
    const link = ['ip', 'link', 'add', 'near', 'type', 'veth', 'peer', 'name', 'far'];
    execFileSync('unshare', [...namespace, ...link], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const note = canLosePackets ? '' : ' (skipped: this machine gives no network namespace with a veth link)';

it.skipIf(!canLosePackets)(`W4: a link that loses all packets is detected in time${note}`, async () => {
  const options = ['--conditions=@org/source', '--disable-warning=ExperimentalWarning'];
  const args = [...namespace, process.execPath, ...options, script, String(activityMs), String(pongMs)];
  const { stdout } = await promisify(execFile)('unshare', args);
  const { oneWay, bothWays } = JSON.parse(stdout);
  console.log('W4: ms until the loss was found', Math.round(oneWay.ms), Math.round(bothWays.ms));
  for (const { ms, stoodMs, message } of [oneWay, bothWays]) {
    expect(message).toContain('the service stopped answering');
    expect(ms).toBeGreaterThan(activityMs);
    expect(ms - stoodMs).toBeLessThan(activityMs + pongMs + 1_000);
  }
});
