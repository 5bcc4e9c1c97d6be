import type { Engine } from './engine/engine.ts';
import type { EngineLimits } from './engine/engine-config.ts';

/** Which engine, and where it runs. */
export interface EngineChoice {
  readonly tilesDirectory: string;
  readonly elevationDirectory?: string | undefined;
  readonly engineLimits?: EngineLimits | undefined;
  readonly isolation?: 'process' | 'none' | undefined;
  readonly threads: number;
}

/** The engine of one client. It is opened with the first call, on the tiles that are there by then. */
export function engineOnFirstCall(choice: EngineChoice) {
  let opened: Promise<Engine & { close?(): Promise<void> }> | undefined;
  return {
    get(): Promise<Engine> {
      opened ??= openEngine(choice).catch((error: unknown) => {
        // The tiles may be built later: the next call tries again.
        opened = undefined;
        throw error;
      });
      return opened;
    },
    async close(): Promise<void> {
      const engine = await opened?.catch(() => undefined);
      await engine?.close?.();
    },
  };
}

async function openEngine({ engineLimits, elevationDirectory, isolation, ...choice }: EngineChoice) {
  const options = {
    ...choice,
    ...(elevationDirectory === undefined ? {} : { elevationDirectory }),
    ...(engineLimits === undefined ? {} : { limits: engineLimits }),
  };
  if (isolation === 'none') {
    const { loadEngine } = await import('./engine/engine.ts');
    return loadEngine(options);
  }
  const { startEngine } = await import('./engine/start-engine.ts');
  return startEngine(options);
}
