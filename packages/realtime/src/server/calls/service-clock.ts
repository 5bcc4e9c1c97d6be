// The service accepts timestamps within 600 s.
const worthMs = 60_000;

/** The offset between the clocks of the service and of this machine, as a refused timestamp reveals it. */
export type ServiceClock = ReturnType<typeof createServiceClock>;

/** @param isCorrected whether the offset is used (`correctClock`) */
export function createServiceClock(isCorrected: boolean) {
  let offsetMs = 0;
  return {
    /** The service's time. */
    nowMs: (ownNowMs: number) => ownNowMs + offsetMs,
    /**
     * Takes the service's time out of a refusal. Returns whether the next attempt has a better timestamp: the
     * offset is new, or another call learned it after this attempt was signed.
     */
    learn(words: string, ownNowMs: number) {
      const { given, server } = expired.exec(words)?.groups ?? {};
      const learned = Date.parse(server ?? '') - ownNowMs;
      if (!isCorrected || Number.isNaN(learned)) return false;
      if (Math.abs(learned - offsetMs) > worthMs) offsetMs = learned;
      return Math.abs(Date.parse(given ?? '') - (ownNowMs + offsetMs)) > worthMs;
    },
  };
}

// "Timestamp expired: Given timestamp (…) not within 600s of server time (2025-06-08T11:11:54Z)", as the
// hosted service says it.
const expired =
  /^Timestamp expired: Given timestamp \((?<given>[^)]{1,40})\)[^(]{1,80}\((?<server>\d{4}-[^)]{1,40}Z)\)/;
