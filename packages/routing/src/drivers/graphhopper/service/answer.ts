import type { OperationContext, ServiceResponse } from '@org/core';
import { type EngineAnswer, readIfFits } from '../../../driver.ts';
import * as z from '../../../wire/schema.ts';
import { readQuota } from './quota.ts';

/** An answer without the fields that all responses share. */
export type Decoded<Answer extends EngineAnswer> = Omit<Answer, 'attribution' | 'quota' | 'raw'>;

const source = z.object({
  info: z.optional(z.object({ copyrights: z.optional(z.array(z.string())) })),
  copyrights: z.optional(z.array(z.string())),
});

/** The answer with the fields that all responses share. */
export function completeAnswer<Answer extends EngineAnswer>(
  decoded: Decoded<Answer>,
  response: ServiceResponse,
  { nowMs }: OperationContext,
) {
  const raw = response.json();
  return { ...decoded, attribution: attributionOf(raw), quota: readQuota(response, nowMs), raw };
}

// The data is OpenStreetMap's, whose licence requires this line.
const openStreetMap = '© OpenStreetMap contributors';

function attributionOf(body: unknown): readonly string[] {
  const { info, copyrights = info?.copyrights ?? [] } = readIfFits(source, body) ?? {};
  if (copyrights.length === 0) return ['GraphHopper', openStreetMap];
  return copyrights.map((line) => (line === 'OpenStreetMap contributors' ? openStreetMap : line));
}
