import type { Digests } from '../signing/digests.ts';
import { sign } from '../signing/sign-request.ts';
import * as operations from './operations.ts';
import { createClassify } from './refusals.ts';
import { createServiceClock } from './service-clock.ts';
import { sendToUser, trigger, triggerBatch } from './trigger.ts';

interface CallSettings {
  readonly digests: Digests;
  readonly correctClock: boolean;
  readonly unsignedPrefix: string;
}

/** The code of calls, loaded with the first one. */
export type CallParts = ReturnType<typeof createCallParts>;

export function createCallParts({ digests, correctClock, unsignedPrefix }: CallSettings) {
  const clock = createServiceClock(correctClock);
  const signing = { digests, unsignedPrefix, nowMs: clock.nowMs };
  return {
    operations,
    trigger,
    triggerBatch,
    sendToUser,
    sign: (target: Parameters<typeof sign>[0], secret: string) => sign(target, secret, signing),
    classify: createClassify(clock),
  };
}
