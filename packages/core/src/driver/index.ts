export { loadCredential } from '../auth/load-credential.ts';
export { readCallDefaults, withCallDefaults } from '../call-defaults.ts';
export type {
  CompositeContext,
  CompositeDefinition,
  CompositeDetails,
  CompositeOperation,
  RunOperation,
} from '../composite.ts';
export { cutForeignText } from '../encoding/foreign-text.ts';
export type { EngineOptions } from '../engine-options.ts';
export type { OpenBody } from '../http/request.ts';
export { invalidInput } from '../http/request.ts';
export type { Permit, PermitRequest } from '../limits/limiter.ts';
export type { LimitSetSnapshot } from '../limits/snapshot.ts';
export { callOptionNames, engineOptionNames, engineOptionsOf } from '../option-rules.ts';
export { isRecord, wrongKind } from '../options/kind-of.ts';
export { type ForeignWords, fieldHint, meantOption } from '../options/meant-option.ts';
export { numberOption, positiveOption, wholeNumberOption } from '../options/numbers.ts';
export { deepCopy } from '../options/own.ts';
export { requireDrivers } from '../options/require-drivers.ts';
export { requireSignal } from '../options/require-option.ts';
export { LazyModule } from '../pipeline/lazy-module.ts';
export type { RateObservation, RateReport } from '../rates.ts';
export type { FailureType } from '../retry/failure.ts';
export { schemaIssue, validateWithSchema } from '../schema.ts';
export type {
  TaskContext,
  TaskDriverDefinition,
  TaskOperation,
  TaskResult,
  TaskSession,
  TaskStep,
} from '../task.ts';
export { anySignal } from '../time/any-signal.ts';
export { parseIsoInstant } from '../time/instant.ts';
export { realWork } from '../time/real-work.ts';
export type { ComposedCall, Driver, DriverSession, OperationTypes } from './driver.ts';
export type {
  HttpDriverDefinition,
  OperationTable,
  OperationTypesOf,
  RequestDefinition,
} from './http-driver.ts';
export { defineRequest, httpDriver, namedOperation } from './http-driver.ts';
export { mergeProviderOptions } from './merge-provider-options.ts';
export { type CallEnd, type ObservedCall, observedCall } from './observed-call.ts';
export { type OneCall, oneCall } from './one-call.ts';
export type { TaskTable } from './open-task-driver.ts';
export { refineFailure } from './refine-failure.ts';
export { taskDriver } from './task-driver.ts';
export { textAt } from './text-at.ts';
