/** A signal of another maker than the platform: a polyfill, or another realm. */
class ForeignSignal extends EventTarget {
  aborted = false;
  reason: unknown;
  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
}

/** The controllers of both kinds of signals. */
export const controllers: Readonly<
  Record<'native' | 'foreign' | 'plain', () => Pick<AbortController, 'signal' | 'abort'>>
> = {
  native: () => new AbortController(),
  foreign() {
    const signal = new ForeignSignal();
    return {
      signal: signal as unknown as AbortSignal,
      abort(reason) {
        if (signal.aborted) return;
        Object.assign(signal, { aborted: true, reason });
        signal.dispatchEvent(new Event('abort'));
      },
    };
  },
  // Of no class: its fields are its own.
  plain() {
    const target = new EventTarget();
    const signal = {
      aborted: false,
      reason: undefined as unknown,
      throwIfAborted(): void {
        if (signal.aborted) throw signal.reason;
      },
      addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target),
    };
    return {
      signal: signal as unknown as AbortSignal,
      abort(reason) {
        if (signal.aborted) return;
        Object.assign(signal, { aborted: true, reason });
        target.dispatchEvent(new Event('abort'));
      },
    };
  },
};

export type SignalKind = keyof typeof controllers;

/** Each kind as default, each as the call's own, and which of both aborts. */
export const signalCases = (['native', 'foreign', 'plain'] as const).flatMap((usual) =>
  (['native', 'foreign', 'plain'] as const).flatMap((own) =>
    (['usual', 'own'] as const).map((ending) => ({ usual, own, ending })),
  ),
);
