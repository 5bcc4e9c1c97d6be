export { loadCredential } from '../auth/load-credential.ts';
export { cutForeignText } from '../encoding/foreign-text.ts';
export type { EngineOptions } from '../engine-options.ts';
export { invalidInput } from '../http/request.ts';
export { callOptionNames, engineOptionNames, engineOptionsOf } from '../option-rules.ts';
export { isRecord, wrongKind } from '../options/kind-of.ts';
export { type ForeignWords, fieldHint, meantOption } from '../options/meant-option.ts';
export { numberOption, positiveOption, wholeNumberOption } from '../options/numbers.ts';
export { deepCopy } from '../options/own.ts';
export { requireDrivers } from '../options/require-drivers.ts';
export { requireSignal } from '../options/require-option.ts';
export { LazyModule } from '../pipeline/lazy-module.ts';
export { schemaIssue, validateWithSchema } from '../schema.ts';
export type {
  TaskContext,
  TaskDriverDefinition,
  TaskOperation,
  TaskResult,
  TaskSession,
  TaskStep,
} from '../task.ts';
export { parseIsoInstant } from '../time/instant.ts';
export { realWork } from '../time/real-work.ts';
export type { ComposedCall, ComposedContext, Driver, DriverSession, OperationTypes } from './driver.ts';
export type {
  HttpDriverDefinition,
  OperationModule,
  OperationTable,
  OperationTypesOf,
  RequestDefinition,
} from './http-driver.ts';
export { defineRequest, httpDriver, namedOperation } from './http-driver.ts';
export { mergeProviderOptions } from './merge-provider-options.ts';
export { type CallEnd, type ObservedCall, observedCall } from './observed-call.ts';
export { type OneCall, oneCall } from './one-call.ts';
export { refineFailure } from './refine-failure.ts';
export { type TaskTable, type TaskTypesOf, taskDriver } from './task-driver.ts';
export { textAt } from './text-at.ts';
