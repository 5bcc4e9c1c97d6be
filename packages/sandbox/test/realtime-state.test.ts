import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Sandbox, type SandboxState, startSandbox } from '../src/index.ts';
import { connectRaw } from './realtime-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-realtime-state-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const second = { id: '2', key: 'second-key', secret: 'second-secret' };
const options = { routing: false, page: false } as const;
const withApps = { ...options, realtime: { apps: [second] } };
const kept = (name: string) => ({ ...withApps, mail: { data: join(folder, name) } });

const publish = ({ realtime }: Sandbox, channel: string, data: string, appId = '1') =>
  realtime?.publish({ channel, event: 'paid', data, appId });
const rowsOf = (sandbox: Sandbox) =>
  sandbox.save().tables.cachedEvents as unknown as SandboxState['tables']['faults'];

/** The frame after the success of a subscription. */
async function lastEvent({ realtime }: Sandbox, channel: string, key = 'sandbox-key'): Promise<unknown> {
  if (realtime === undefined) throw new TypeError('The sandbox has no realtime.');
  const client = await connectRaw(realtime, `/app/${key}?protocol=7`);
  await client.next();
  await client.subscribe(channel);
  const { event, data } = await client.next();
  client.socket.close();
  return [event, data];
}
const miss = ['pusher:cache_miss', undefined];

describe('the last events of cache channels', () => {
  it('are there after a restart with a data folder, for each app its own', async () => {
    {
      await using sandbox = await startSandbox(kept('restart'));
      publish(sandbox, 'cache-x', 'old');
      publish(sandbox, 'cache-x', 'new');
      publish(sandbox, 'cache-x', 'of the second app', '2');
      publish(sandbox, 'no-cache', 'not kept');
    }
    await using sandbox = await startSandbox(kept('restart'));
    expect(rowsOf(sandbox)).toHaveLength(2);
    expect(await lastEvent(sandbox, 'cache-x')).toEqual(['paid', 'new']);
    expect(await lastEvent(sandbox, 'cache-x', second.key)).toEqual(['paid', 'of the second app']);
    expect(await lastEvent(sandbox, 'cache-y')).toEqual(miss);
  });

  it('expire at the same time as without a restart', async () => {
    let time = 1_000_000;
    const clock = { now: () => time, after: () => () => {} };
    const realtime = { clock, cacheTtlMs: 1000 };
    {
      await using sandbox = await startSandbox({ ...kept('expiry'), realtime });
      publish(sandbox, 'cache-x', '1');
    }
    time += 1000;
    await using sandbox = await startSandbox({ ...kept('expiry'), realtime });
    expect(await lastEvent(sandbox, 'cache-x')).toEqual(miss);
    expect(rowsOf(sandbox)).toEqual([]);
  });

  it('are in a saved state, and a sandbox that loads it has no others', async () => {
    await using first = await startSandbox(withApps);
    await using other = await startSandbox(withApps);
    publish(first, 'cache-x', '1');
    publish(other, 'cache-y', '2');
    const state = JSON.parse(JSON.stringify(first.save()));
    await other.load(state);
    expect(JSON.parse(JSON.stringify(other.save()))).toEqual(state);
    expect(await lastEvent(other, 'cache-x')).toEqual(['paid', '1']);
    expect(await lastEvent(other, 'cache-y')).toEqual(miss);
    // A state of a version without them.
    const { cachedEvents: _, ...tables } = state.tables;
    await other.load({ ...state, tables });
    expect(await lastEvent(other, 'cache-x')).toEqual(miss);
  });

  it('are those of the state also where a newer one was published since', async () => {
    await using sandbox = await startSandbox(withApps);
    publish(sandbox, 'cache-x', 'old');
    const state = JSON.parse(JSON.stringify(sandbox.save()));
    publish(sandbox, 'cache-x', 'new');
    await sandbox.load(state);
    expect(await lastEvent(sandbox, 'cache-x')).toEqual(['paid', 'old']);
  });

  it('stay at a reset of mail, and go at a reset of the sandbox or of realtime', async () => {
    await using sandbox = await startSandbox(withApps);
    publish(sandbox, 'cache-x', '1');
    sandbox.mail?.reset();
    expect(await lastEvent(sandbox, 'cache-x')).toEqual(['paid', '1']);
    sandbox.realtime?.reset();
    expect(await lastEvent(sandbox, 'cache-x')).toEqual(miss);
    publish(sandbox, 'cache-x', '2', '2');
    sandbox.reset();
    expect(rowsOf(sandbox)).toEqual([]);
  });

  it('are refused in a state that the service could never have', async () => {
    await using sandbox = await startSandbox(options);
    publish(sandbox, 'cache-x', '1');
    const state = JSON.parse(JSON.stringify(sandbox.save()));
    const [row] = state.tables.cachedEvents;
    for (const bad of [
      { channel: 'x', id: '1 x' },
      { id: '1 cache-y' },
      { expiresAt: 'soon' },
      { data: 1 },
    ]) {
      const tables = { ...state.tables, cachedEvents: [{ ...row, ...bad }] };
      await expect(sandbox.load({ ...state, tables })).rejects.toThrow(/A cached event/);
    }
    expect(JSON.parse(JSON.stringify(sandbox.save()))).toEqual(state);
  });

  it('that a data folder has wrong are left out with a warning, and the others are there', async () => {
    {
      await using sandbox = await startSandbox(kept('wrong'));
      for (const channel of ['cache-a', 'cache-b', 'cache-c']) publish(sandbox, channel, channel);
    }
    const database = new DatabaseSync(join(folder, 'wrong', 'sandbox.sqlite'));
    const change = database.prepare("UPDATE rows SET json = ? WHERE kind = 'cachedEvents' AND id = ?");
    change.run('{"id":"1 cache-a"}', '1 cache-a');
    change.run('not JSON', '1 cache-b');
    database.close();
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    await using sandbox = await startSandbox(kept('wrong'));
    const warnings = warn.mock.calls.map(([text]) => String(text));
    warn.mockRestore();
    expect(warnings.filter((text) => text.includes('is left out'))).toHaveLength(2);
    expect(await lastEvent(sandbox, 'cache-c')).toEqual(['paid', 'cache-c']);
    expect(await lastEvent(sandbox, 'cache-a')).toEqual(miss);
  });
});
