import { openDefaultLimiter } from '../limits/default-limiter.ts';
import { LazyModule } from '../pipeline/lazy-module.ts';
import type { TaskDriverDefinition } from '../task.ts';
import type { Driver } from './driver.ts';
import { type TaskTable, type TaskTypesOf, taskDriverWith } from './open-task-driver.ts';

/** A driver for a service that is not HTTP, under the same loop as all others. @public */
export function taskDriver<Table extends TaskTable, Capabilities>(
  definition: TaskDriverDefinition<Table, Capabilities>,
): Driver<TaskTypesOf<Table>, Capabilities> {
  return taskDriverWith(definition, {
    openLimiter: openDefaultLimiter,
    openParts: (provider) => new LazyModule(provider, () => import('../pipeline/task-parts.ts')),
  });
}
