import type { Constraint } from '../constraints/constraint.ts';
import type { EngineOptions } from '../engine-options.ts';
import { ClosedError } from '../errors/caller-errors.ts';
import type { Hedge } from '../hedge.ts';
import { createLimiter } from '../limiter/create-limiter.ts';
import type { Limiter } from '../limiter/limiter.ts';
import { apart } from '../observe/apart.ts';
import { createPublisher } from '../observe/channels.ts';
import type { ClientEvent } from '../observe/events.ts';
import type { Instrumentation } from '../observe/instrumentation.ts';
import { checkEngineOptions } from '../option-rules.ts';
import { timeLimit } from '../options/numbers.ts';
import { type RetrySettings, resolveRetry } from '../retry/settings.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import { CallsInFlight } from './calls-in-flight.ts';

/** What one open client keeps between its calls. */
export interface Engine {
  readonly provider: string;
  readonly runtime: Runtime;
  readonly limiter: Limiter | undefined;
  readonly retry: RetrySettings;
  readonly timeoutMs: number;
  /** The caller said so, and it goes before what an operation says. */
  readonly timeoutGiven: boolean;
  readonly deadlineMs: number;
  readonly hedge: Hedge | false | undefined;
  /** Whether an event of this type has a listener; without one it is not made. */
  hasListener(type: ClientEvent['type']): boolean;
  emit(event: ClientEvent): void;
  readonly instrumentation: Instrumentation | undefined;
  /** As events tell it. */
  readonly server: { readonly serverAddress: string; readonly serverPort: number } | undefined;
  readonly calls: CallsInFlight;
  readonly closed: boolean;
  close(): Promise<void>;
}

export interface EngineDefinition {
  readonly name: string;
  readonly limits?: readonly Constraint[] | undefined;
  readonly limitGroups?: Readonly<Record<string, readonly Constraint[]>> | undefined;
  readonly timeoutMs?: number | undefined;
  /** Told in events. */
  readonly server?: { readonly address: string; readonly port: number } | undefined;
}

/** How long `close()` lets calls in flight go on. */
const closeGraceMs = 10_000;

export function createEngine(definition: EngineDefinition, options: EngineOptions): Engine {
  checkEngineOptions(options);
  const runtime = createRuntime(options.runtime);
  const { server } = definition;
  const calls = new CallsInFlight();
  let closing: Promise<void> | undefined;
  return {
    provider: definition.name,
    runtime,
    limiter: chooseLimiter(definition, options, runtime),
    retry: resolveRetry(options.retry),
    timeoutMs: timeLimit('timeoutMs', options.timeoutMs, definition.timeoutMs ?? 30_000),
    timeoutGiven: options.timeoutMs !== undefined,
    deadlineMs: timeLimit('deadlineMs', options.deadlineMs, 120_000),
    hedge: options.hedge,
    ...createEmitter(options),
    instrumentation: options.instrumentation,
    server: server && { serverAddress: server.address, serverPort: server.port },
    calls,
    get closed() {
      return closing !== undefined;
    },
    close() {
      closing ??= calls.drain(runtime, closeGraceMs, closedDuringCall(definition.name));
      return closing;
    },
  };
}

function chooseLimiter(
  definition: EngineDefinition,
  options: EngineOptions,
  runtime: Runtime,
): Limiter | undefined {
  if (options.limiter !== undefined) return options.limiter === false ? undefined : options.limiter;
  const { limits = [], limitGroups } = definition;
  if (limits.length === 0 && limitGroups === undefined) return undefined;
  return createLimiter({ limits, ...(limitGroups ? { groups: limitGroups } : {}), runtime });
}

function createEmitter({ onEvent, instrumentation }: EngineOptions): Pick<Engine, 'hasListener' | 'emit'> {
  const publisher = createPublisher();
  const always = onEvent !== undefined || instrumentation !== undefined;
  return {
    hasListener: (type) => always || publisher.hasListener(type),
    emit(event) {
      publisher.publish(event);
      if (onEvent !== undefined) apart(() => onEvent(event));
    },
  };
}

function closedDuringCall(provider: string): ClosedError {
  return new ClosedError({ message: `The ${provider} client was closed during this call.`, provider });
}
