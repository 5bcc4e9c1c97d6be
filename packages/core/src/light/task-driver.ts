import type { Driver } from '../driver/driver.ts';
import { type TaskTable, type TaskTypesOf, taskDriverWith } from '../driver/open-task-driver.ts';
import { execute } from '../pipeline/execute.ts';
import { present } from '../pipeline/lazy-module.ts';
import type { TaskDriverDefinition } from '../task.ts';
import { createPacer } from './pacer.ts';

/**
 * `taskDriver` of `@org/core/driver` for a light client: nothing loads later, and no operations of several
 * requests run. @public
 */
export function taskDriver<Table extends TaskTable, Capabilities>(
  definition: TaskDriverDefinition<Table, Capabilities>,
): Driver<TaskTypesOf<Table>, Capabilities> {
  return taskDriverWith(definition, {
    openLimiter: createPacer,
    openParts: () => present({ execute }),
  });
}
