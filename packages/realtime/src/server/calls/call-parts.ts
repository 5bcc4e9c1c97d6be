import type { CallOptions, RawRequest } from '@org/core';
import { createNameCheck } from '../../protocol/channel-name.ts';
import { createMd5 } from '../signing/body-md5.ts';
import type { HmacSha256 } from '../signing/hmac.ts';
import { sign } from '../signing/sign-request.ts';
import { AppCalls, type AppCallsOptions } from './app-calls.ts';
import { createChannelQueries } from './channel-queries.ts';
import type { EventEncoding } from './encode-event.ts';
import { createClassify } from './refusals.ts';
import { createServiceClock } from './service-clock.ts';
import { requirePathId } from './targets.ts';
import {
  type BatchEvent,
  type BatchOptions,
  sendToUser,
  type TriggerOptions,
  trigger,
  triggerBatch,
} from './trigger.ts';

export interface CallSettings extends Omit<AppCallsOptions, 'idempotencyHeader'> {
  readonly hmac: HmacSha256;
  readonly unsignedPrefix: string;
  readonly encoding: Omit<EventEncoding, 'requireChannel'>;
}

/** Options of a client that only its calls need. */
export interface ClientOptions {
  readonly correctClock?: boolean | undefined;
  readonly idempotencyHeader?: string | undefined;
  readonly strictChannelNames?: boolean | undefined;
}

export function createCallParts(
  { correctClock = true, idempotencyHeader, strictChannelNames }: ClientOptions,
  { hmac, unsignedPrefix, ...settings }: CallSettings,
) {
  const clock = createServiceClock(correctClock);
  const encoding = { ...settings.encoding, requireChannel: createNameCheck(strictChannelNames) };
  const signing = { hmac, md5: createMd5(), unsignedPrefix, nowMs: clock.nowMs };
  const calls = new AppCalls({ ...settings, idempotencyHeader });
  return {
    ...createChannelQueries(calls, encoding.requireChannel),
    trigger: (channels: unknown, event: unknown, data: unknown, options?: TriggerOptions) =>
      trigger(calls, { channels, event, data }, options, encoding),
    triggerBatch: (events: readonly BatchEvent[], options?: BatchOptions) =>
      triggerBatch(calls, events, options, encoding),
    sendToUser: (userId: unknown, event: unknown, data: unknown, options?: CallOptions) =>
      sendToUser(calls, { userId, event, data }, options, encoding),
    terminateUser: async (userId: string, options?: CallOptions) =>
      calls.execute(({ terminateUser }) => terminateUser, { userId: requirePathId(userId) }, options),
    request: (request: RawRequest, options?: CallOptions) => calls.request(request, options),
    sign: (target: Parameters<typeof sign>[0], secret: string) => sign(target, secret, signing),
    classify: createClassify(clock),
  };
}
