/** The offset between the clocks of the service and of this machine, as a refused timestamp reveals it. */
export interface ServiceClock {
  /** The service's time. */
  nowMs(ownNowMs: number): number;
  /**
   * Takes the service's time out of a refusal. Returns whether the next attempt has a better timestamp: a
   * second refusal of the same kind teaches nothing.
   */
  learn(words: string, ownNowMs: number): boolean;
}

// The service accepts timestamps within 600 s.
const worthMs = 60_000;

/** @param isCorrected whether the offset is used (`correctClock`) */
export function createServiceClock(isCorrected: boolean): ServiceClock {
  let offsetMs = 0;
  return {
    nowMs: (ownNowMs) => ownNowMs + offsetMs,
    learn(words, ownNowMs) {
      const given = serverTime.exec(words)?.[1];
      const learned = given === undefined ? Number.NaN : Date.parse(given) - ownNowMs;
      if (!isCorrected || !(Math.abs(learned - offsetMs) > worthMs)) return false;
      offsetMs = learned;
      return true;
    },
  };
}

// "Timestamp expired: Given timestamp (…) not within 600s of server time (2025-06-08T11:11:54Z)", as the
// hosted service says it.
const serverTime = /^Timestamp expired.*server time \((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)\)/;
