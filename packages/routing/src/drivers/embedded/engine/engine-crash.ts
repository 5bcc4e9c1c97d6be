/** The end of the engine's process. */
export interface ProcessEnd {
  /** The name of a signal (`SIGSEGV`), or the exit code. */
  readonly ending: string;
  /** The last lines that the process wrote. */
  readonly words: string;
}

/** The process of the engine ended during a call. The next call starts a new one. */
export class EngineCrash extends Error {
  override readonly name = 'EngineCrash';
  readonly ending: string;
  /** No other call was in flight, so this call ended the process. */
  readonly isCause: boolean;

  constructor(message: string, fields: { readonly ending: string; readonly isCause: boolean }) {
    super(message);
    this.ending = fields.ending;
    this.isCause = fields.isCause;
  }

  /** Recognises the errors of any copy of this package. */
  static isInstance(value: unknown): value is EngineCrash {
    return value instanceof Error && value.name === 'EngineCrash' && 'isCause' in value;
  }
}

export function crashOf({ ending }: ProcessEnd, callsInFlight: number): EngineCrash {
  const cause = ending === 'SIGKILL' ? ' Often the system ends a process that way when memory is short.' : '';
  const advice =
    callsInFlight === 1
      ? ' The same request would likely end the next process too.'
      : ` ${callsInFlight} calls were in flight.`;
  const message = `The process of the embedded engine ended (${ending}).${cause}${advice}`;
  return new EngineCrash(message, { ending, isCause: callsInFlight === 1 });
}

/** The error of a call whose process gives no sign of life. The call is not the reason. */
export function frozenEngine(silenceMs: number): EngineCrash {
  const message =
    `The process of the embedded engine gave no sign of life for ${silenceMs / 1000} s (stopped, or ` +
    'without processor time), so it was ended. The next call starts another one.';
  return new EngineCrash(message, { ending: 'frozen', isCause: false });
}

/** The error of a call after too many crashes. */
export function crashLoop(crashes: number, pauseMs: number): EngineCrash {
  const message =
    `The process of the embedded engine ended ${crashes} times in a row. ` +
    `No new one starts for ${pauseMs / 1000} s. Check the tiles and the memory of this machine.`;
  return new EngineCrash(message, { ending: 'crash loop', isCause: true });
}
