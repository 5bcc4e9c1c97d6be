import { jsonSchema } from '../../driver.ts';
import type { ImportStatus } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import type { PlunkBulkStatus } from './bulk-status.ts';

// `QueueService` of Plunk's source: the states of BullMQ. The content of the job is not read.
const amount = () => z.nullish(z.number());
const result = z.object({
  successCount: amount(),
  unchangedCount: amount(),
  createdCount: amount(),
  updatedCount: amount(),
  failureCount: amount(),
});
const wireJob = z.object({
  id: z.string(),
  state: z.string(),
  result: z.nullish(result),
  failedReason: z.optionalText(),
});

type WireJob = z.infer<typeof wireJob>;

const ended = new Map([
  ['completed', 'done'],
  ['failed', 'failed'],
] as const);

export function stateOf({ state }: Pick<WireJob, 'state'>): ImportStatus['state'] {
  return ended.get(state as 'completed') ?? 'pending';
}

export const plunkImportStatus = jsonSchema(
  wireJob,
  (job): ImportStatus => ({
    jobId: job.id,
    state: stateOf(job),
    created: job.result?.createdCount ?? undefined,
    updated: job.result?.updatedCount ?? undefined,
    failed: job.result?.failureCount ?? undefined,
    description: job.failedReason ?? undefined,
  }),
);

export const plunkBulkStatus = jsonSchema(
  wireJob,
  (job): PlunkBulkStatus => ({
    jobId: job.id,
    state: stateOf(job),
    changed: job.result?.successCount ?? undefined,
    unchanged: job.result?.unchangedCount ?? undefined,
    failed: job.result?.failureCount ?? undefined,
    description: job.failedReason ?? undefined,
  }),
);
