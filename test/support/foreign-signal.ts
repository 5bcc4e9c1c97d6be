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
  Record<'native' | 'foreign', () => Pick<AbortController, 'signal' | 'abort'>>
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
};

export type SignalKind = keyof typeof controllers;

/** Each kind as default, each as the call's own, and which of both aborts. */
export const signalCases = (['native', 'foreign'] as const).flatMap((usual) =>
  (['native', 'foreign'] as const).flatMap((own) =>
    (['usual', 'own'] as const).map((ending) => ({ usual, own, ending })),
  ),
);
