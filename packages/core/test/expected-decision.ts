import type { Outcome, RetryRefusal, Safety } from '../src/index.ts';
import { type FaultKind, type FaultPhase, faultPhases } from '../src/testing/index.ts';

/** One cell of the matrix: what strikes, when, how often, and what repeating the operation means. */
export interface Cell {
  readonly kind: FaultKind;
  readonly phase: FaultPhase;
  readonly safety: Extract<Safety, 'read' | 'keyed' | 'unsafe'>;
  /** `always`: every attempt is struck. `once`: only the first. */
  readonly strikes: 'always' | 'once';
}

/** What a client must do that knows no more than a client can know. */
export interface Decision {
  readonly attempts: number;
  readonly failure?: {
    readonly family: 'TimeoutError' | 'NetworkError';
    readonly outcome: Outcome;
    readonly retryRefusal: RetryRefusal;
    readonly retryable: boolean;
  };
}

const maxAttempts = 3;

/**
 * The decision, derived from what the client sees:
 *
 * 1. Whatever only slows the exchange, within the limits, changes nothing.
 * 2. Once the whole answer is there, what the connection does after it changes nothing.
 * 3. A refused connection is the one case in which surely nothing reached the service. (A connection that the kernel accepted and the
 *    program then dropped looks to the client like one that was read: the bytes had left.)
 * 4. In all other cases the request, or a part of it, was on its way. Whether the service acted cannot be known; no status either, before
 *    the head of the answer is complete. Even a complete head with a good status does not tell: the body may say that all was refused.
 * 5. Nothing done: repeat anything. Not known: repeat only what may happen twice.
 * 6. What is known of a call is the worst that is known of its attempts: after one attempt that may have acted, a refused
 *    connection does not make the call "not sent".
 */
export function expectedDecision({ kind, phase, safety, strikes }: Cell): Decision {
  if (onlySlows(kind) || phase === 'after-body') return { attempts: 1 };

  const reached = !(kind === 'down' && phase === 'before-accept');
  const outcome = reached ? 'unknown' : 'not-sent';
  const mayRepeat = !reached || safety !== 'unsafe';
  if (mayRepeat && strikes === 'once') return { attempts: 2 };

  // A service that died is not there for the second attempt, so that one fails for the network, whatever the first failed for.
  const family = kind === 'timeout' ? 'TimeoutError' : 'NetworkError';
  return {
    attempts: mayRepeat ? maxAttempts : 1,
    failure: {
      family,
      outcome,
      retryRefusal: mayRepeat ? 'attempts' : 'ambiguous',
      // Made again later by the caller it is a new call, with a new key.
      retryable: !reached || safety === 'read',
    },
  };
}

function onlySlows(kind: FaultKind): boolean {
  return kind === 'latency' || kind === 'jitter' || kind === 'bandwidth' || kind === 'slicer';
}

/** How many requests the server itself must have seen: one each attempt, except where it was struck before it could read one. */
export function expectedRequests(cell: Cell): number {
  const { attempts } = expectedDecision(cell);
  if (cell.phase !== 'before-accept' || onlySlows(cell.kind)) {
    return cell.kind === 'down' ? 1 : attempts;
  }
  return cell.strikes === 'once' ? attempts - 1 : 0;
}

export const faultKinds = [
  'latency',
  'jitter',
  'bandwidth',
  'slicer',
  'slow-close',
  'limit-data',
  'reset-peer',
  'timeout',
  'down',
] as const satisfies readonly FaultKind[];

export const allFaults = faultKinds.flatMap((kind) => faultPhases.map((phase) => ({ kind, phase })));
