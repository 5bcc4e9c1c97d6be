/** One frame of a socket. */
export interface LoggedFrame {
  readonly sequence: number;
  readonly at: number;
  readonly socketId: string;
  readonly from: 'service' | 'client';
  /** Its first 2,000 characters. */
  readonly text: string;
}

// A copy: a part of a string would keep the whole string in memory.
function cut(text: string): string {
  return text.length <= keptCharacters ? text : Buffer.from(text.slice(0, keptCharacters)).toString();
}

const keptCharacters = 2_000;

/** The last frames of all sockets, bounded. */
export type FrameLog = ReturnType<typeof createFrameLog>;

export function createFrameLog(now: () => number, capacity = 1_000) {
  const frames: LoggedFrame[] = [];
  let sequence = 0;
  return {
    record(socketId: string, from: LoggedFrame['from'], text: string) {
      frames[sequence % capacity] = { sequence, at: now(), socketId, from, text: cut(text) };
      sequence += 1;
    },
    // Without the places that are empty after `clear()`.
    /** Oldest first. */
    list: () => Object.values(frames).sort((a, b) => a.sequence - b.sequence),
    clear: () => void frames.splice(0),
  };
}
