import { logByEnvironment } from '#log';
import { givenText } from '../credentials/input.ts';
import { createCredentialResolver } from '../credentials/resolver.ts';
import type { EngineOptions } from '../engine-options.ts';
import { ClosedError } from '../errors/caller-errors.ts';
import type { Constraint } from '../limits/kinds/constraint.ts';
import type { Limiter } from '../limits/limiter.ts';
import { createEmitter } from '../observe/channels.ts';
import type { ServiceDefinition } from '../operation.ts';
import { checkOptions, engineRules } from '../option-rules.ts';
import { timeLimit } from '../options/numbers.ts';
import { resolveRetry } from '../retry/settings.ts';
import type { TaskDriverDefinition } from '../task.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import { startTimer } from '../time/timer.ts';

type EngineDefinition = Pick<
  TaskDriverDefinition<unknown, unknown>,
  'name' | 'limits' | 'limitGroups' | 'credential' | 'credentialOption' | 'secrets' | 'server'
> &
  Pick<ServiceDefinition, 'timeoutMs'>;

/** Opens the limiter of a client that was given none. */
export type OpenLimiter = (
  limits: readonly Constraint[],
  groups: Readonly<Record<string, readonly Constraint[]>>,
  runtime: Runtime,
) => Limiter;

interface CallInFlight {
  abort(reason: unknown): void;
}

/** What one open client keeps between its calls. */
export type Engine = ReturnType<typeof createEngine>;

/** The grace period of `close()` for calls in flight. */
const closeGraceMs = 10_000;

export function createEngine(
  definition: EngineDefinition,
  options: EngineOptions,
  openLimiter: OpenLimiter,
  server = definition.server,
) {
  checkOptions(engineRules, options, `The ${definition.name} client`);
  logByEnvironment();
  const { name: provider, credential, credentialOption: option } = definition;
  const runtime = createRuntime(options.runtime);
  let closing: Promise<void> | undefined;
  const engine = {
    provider,
    runtime,
    limiter: chooseLimiter(definition, options.limiter, openLimiter, runtime),
    credentials:
      credential === undefined ? undefined : createCredentialResolver(credential, runtime, provider, option),
    secrets: (definition.secrets ?? []).flatMap(givenText),
    retry: resolveRetry(options.retry),
    timeoutMs: timeLimit('timeoutMs', options.timeoutMs, definition.timeoutMs ?? 30_000),
    /** The client's own `timeoutMs` goes before that of an operation. */
    isTimeoutGiven: options.timeoutMs !== undefined,
    deadlineMs: timeLimit('deadlineMs', options.deadlineMs, 120_000),
    /** The client's own `deadlineMs` goes before that of an operation. */
    isDeadlineGiven: options.deadlineMs !== undefined,
    hedge: options.hedge,
    instrumentation: options.instrumentation,
    events: createEmitter(options.onEvent, options.instrumentation !== undefined),
    /** As events name it. */
    server: server && { serverAddress: server.address, serverPort: server.port },
    callsInFlight: new Set<CallInFlight>(),
    /** Called after the last call in flight. */
    onIdle: undefined as (() => void) | undefined,
    isClosed: false,
    close(): Promise<void> {
      engine.isClosed = true;
      closing ??= drain();
      return closing;
    },
  };
  return engine;

  /** Waits for the calls in flight, and aborts those that are left after the grace period. */
  async function drain(): Promise<void> {
    const { callsInFlight } = engine;
    if (callsInFlight.size === 0) return;
    await new Promise<void>((resolve) => {
      const clearTimer = startTimer(runtime, closeGraceMs, resolve);
      engine.onIdle = () => {
        clearTimer();
        resolve();
      };
    });
    const message = `The ${provider} client was closed during this call.`;
    for (const call of callsInFlight) call.abort(new ClosedError({ message, provider }));
  }
}

function chooseLimiter(
  { limits = [], limitGroups = {} }: EngineDefinition,
  limiter: EngineOptions['limiter'],
  openLimiter: OpenLimiter,
  runtime: Runtime,
): Limiter | undefined {
  return limiter === undefined ? openLimiter(limits, limitGroups, runtime) : limiter || undefined;
}
