import type { CallOptions } from './call-options.ts';
import type { OrgError, Outcome } from './errors/org-error.ts';

/** Whether the next driver of a composition takes over after this error: then nothing waits here. */
export type Successor = (error: OrgError) => boolean;

// A symbol: only a composition sets it. Every driver passes it on with the other options of the call.
const option = Symbol.for('org.successor');

type ComposedOptions = CallOptions & { readonly [option]?: Successor | undefined };

/** The options of a call that the next driver may take over. */
export function withSuccessor(options: CallOptions, successor: Successor | undefined): CallOptions {
  return { ...options, [option]: successor } as ComposedOptions;
}

/** A call, or one request of a call. */
interface Successive {
  readonly options: CallOptions;
  readonly outcome: Outcome;
  readonly root: { readonly outcome: Outcome };
}

/** The successor of the call, while nothing of it may have reached the service. */
export function successorOf({ options, outcome, root }: Successive): Successor | undefined {
  const isUntouched = outcome === 'not-sent' && root.outcome === 'not-sent';
  return isUntouched ? (options as ComposedOptions)[option] : undefined;
}
