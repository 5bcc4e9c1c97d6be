import type { OperationTypesOf } from '@org/core/driver';
import type { StepCall } from '../../../driver.ts';
import type { operations } from '../operations.ts';

/** Runs one request of SendGrid. */
export type Call = StepCall<OperationTypesOf<typeof operations>>;
