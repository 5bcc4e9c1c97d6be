import type { MeterProvider, TracerProvider } from '@opentelemetry/api';
import { type ClientEvent, createServiceClient, noAuth } from '@org/core';
import type { EngineOptions } from '@org/core/driver';
import { type Logger, logTo } from '@org/core/log';
import {
  type ChannelEvents,
  type ChannelOf,
  channelNames,
  type LimitWaitEndEvent,
  type LimitWaitStartEvent,
} from '@org/core/observe';
import { type InstrumentOptions, instrument } from '@org/core/opentelemetry';
import { describe, expectTypeOf, it } from 'vitest';

describe('events', () => {
  it('are on the channel that their type says, and each channel has its own', () => {
    expectTypeOf<ChannelEvents[keyof ChannelEvents]>().toEqualTypeOf<ClientEvent>();
    expectTypeOf<ChannelEvents['org:core:wait']>().toEqualTypeOf<LimitWaitStartEvent | LimitWaitEndEvent>();
    expectTypeOf(channelNames['retry-scheduled']).toEqualTypeOf<'org:core:retry'>();
    expectTypeOf<ChannelOf<'attempt-end'>>().toEqualTypeOf<'org:core:attempt'>();
  });

  it('are read by their type', () => {
    const onEvent: EngineOptions['onEvent'] = (event) => {
      if (event.type === 'attempt-end') expectTypeOf(event.status).toEqualTypeOf<number | undefined>();
      // @ts-expect-error only the events of an attempt have a number
      event.attempt;
    };
    createServiceClient({ name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() }, { onEvent });
  });
});

describe('what watches', () => {
  it('takes the providers of the OpenTelemetry API', () => {
    expectTypeOf<TracerProvider>().toExtend<NonNullable<InstrumentOptions['tracerProvider']>>();
    expectTypeOf<MeterProvider>().toExtend<NonNullable<InstrumentOptions['meterProvider']>>();
    expectTypeOf(instrument()).toExtend<EngineOptions['instrumentation']>();
  });

  it('takes the usual loggers', () => {
    expectTypeOf<Console>().toExtend<Logger>();
    // As pino types its methods.
    interface LogFunction {
      (fields: object, message?: string, ...more: unknown[]): void;
      (message: string, ...more: unknown[]): void;
    }
    expectTypeOf<Record<'debug' | 'info' | 'warn', LogFunction>>().toExtend<Logger>();
    expectTypeOf(logTo).toBeCallableWith((line: string) => line.length);
  });
});
