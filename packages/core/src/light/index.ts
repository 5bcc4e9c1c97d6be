export { runComposite } from '../pipeline/run-composite.ts';
export { createServiceClient } from './client.ts';
export { httpDriver, type LightDriverDefinition } from './http-driver.ts';
export { taskDriver } from './task-driver.ts';
