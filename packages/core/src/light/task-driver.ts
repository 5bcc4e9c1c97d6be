import type { Driver } from '../driver/driver.ts';
import { type TaskTable, type TaskTypesOf, taskDriverWith } from '../driver/open-task-driver.ts';
import { execute } from '../pipeline/execute.ts';
import { LazyModule } from '../pipeline/lazy-module.ts';
import { runComposite } from '../pipeline/run-composite.ts';
import type { TaskDriverDefinition } from '../task.ts';
import { createPacer } from './pacer.ts';

/** `taskDriver` of `@org/core/driver` for a light client: nothing loads later. @public */
export function taskDriver<Table extends TaskTable, Capabilities>(
  definition: TaskDriverDefinition<Table, Capabilities>,
): Driver<TaskTypesOf<Table>, Capabilities> {
  return taskDriverWith(definition, {
    openLimiter: createPacer,
    openParts: (provider) => {
      const parts = { execute, runComposite };
      return new LazyModule(provider, async () => parts, parts);
    },
  });
}
