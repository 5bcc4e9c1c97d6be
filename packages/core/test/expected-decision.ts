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
 * 1. A delay within the limits changes nothing.
 * 2. After the whole response, the end of the connection changes nothing.
 * 3. Only a refused connection is certain to have reached nothing. (A connection that the kernel accepted and
 *    the program dropped looks to the client like one that was read: the bytes had left.)
 * 4. In all other cases the request, or a part of it, was on its way, and the outcome is unknown. There is no
 *    status before the head of the response is complete, and the body may contradict a good status.
 * 5. Not sent: retry anything. Unknown: retry only operations that may happen twice.
 * 6. The outcome of a call is the worst of its attempts: after an attempt with an unknown outcome, a refused
 *    connection does not make the call "not sent".
 */
export function expectedDecision({ kind, phase, safety, strikes }: Cell): Decision {
  if (onlySlows(kind) || phase === 'after-body') return { attempts: 1 };

  const reached = !(kind === 'down' && phase === 'before-accept');
  const outcome = reached ? 'unknown' : 'not-sent';
  const mayRepeat = !reached || safety !== 'unsafe';
  if (mayRepeat && strikes === 'once') return { attempts: 2 };

  // A crashed service is away for the second attempt: it fails with a network error, whatever the first
  // one's was.
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

/** The number of requests that the server saw: one for each attempt, unless the fault struck before it. */
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
