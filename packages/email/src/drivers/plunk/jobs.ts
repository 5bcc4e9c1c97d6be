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

const ended: ReadonlyMap<string, ImportStatus['state']> = new Map([
  ['completed', 'done'],
  ['failed', 'failed'],
]);

const statusOf = ({ id, state, result, failedReason }: z.infer<typeof wireJob>) => ({
  jobId: id,
  state: ended.get(state) ?? 'pending',
  failed: result?.failureCount ?? undefined,
  description: failedReason ?? undefined,
});

export const plunkImportStatus = jsonSchema(
  wireJob,
  (job): ImportStatus => ({
    ...statusOf(job),
    created: job.result?.createdCount ?? undefined,
    updated: job.result?.updatedCount ?? undefined,
  }),
);

export const plunkBulkStatus = jsonSchema(
  wireJob,
  (job): PlunkBulkStatus => ({
    ...statusOf(job),
    changed: job.result?.successCount ?? undefined,
    unchanged: job.result?.unchangedCount ?? undefined,
  }),
);
