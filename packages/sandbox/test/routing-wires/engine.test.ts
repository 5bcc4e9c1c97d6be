import { platformSupport, startEngine } from '@org/routing/embedded';
import { describe, expect, it } from 'vitest';
import { prepareTown } from '../../src/map/prepare.ts';
import { startRoutingService } from '../../src/routing/service.ts';

const { supported, reason } = platformSupport();

describe.skipIf(!supported)(`the engine of the sandbox ${reason ?? ''}`, () => {
  it('is a process that may end alone: the next request starts another, and close() ends it', async () => {
    const { tilesDirectory } = await prepareTown();
    const service = await startRoutingService({ tilesDirectory });
    // Holders of the same tiles share the process.
    const engine = await startEngine({ tilesDirectory });
    const route = async () => {
      const answer = await fetch(`${service.osrmUrl}/route/v1/driving/10,50;10.0042,50`);
      return answer.status;
    };
    expect(await route()).toBe(200);
    const first = engine.pid;
    expect(first).toBeGreaterThan(0);
    expect(first).not.toBe(process.pid);
    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(route).toBe(200);
    expect(engine.pid).not.toBe(first);
    await engine.close();
    await service.close();
    expect(engine.pid).toBe(undefined);
  });
});
