import { httpDriver } from '@org/core/driver';
import type { OpenService } from '../../../light/kit.ts';
import type { OsrmSettings } from '../request.ts';

/** Opens a server whose operations load with the first call. */
export const openLater: OpenService<OsrmSettings> = (service, settings, capabilities) =>
  httpDriver({
    service,
    operations: async () => {
      const { loadOperations, classify } = await import('../operations.ts');
      return { operations: await loadOperations(settings), classify };
    },
    capabilities,
  });
