/** One frame of a socket. */
export interface LoggedFrame {
  readonly sequence: number;
  readonly at: number;
  readonly socketId: string;
  readonly from: 'service' | 'client';
  /** Its first 2,000 characters. */
  readonly text: string;
}

/** The last frames of all sockets, bounded. */
export interface FrameLog {
  record(socketId: string, from: LoggedFrame['from'], text: string): void;
  /** Oldest first. */
  list(): readonly LoggedFrame[];
  clear(): void;
}

// A copy: a part of a string would keep the whole string in memory.
function cut(text: string): string {
  return text.length <= keptCharacters ? text : Buffer.from(text.slice(0, keptCharacters)).toString();
}

const keptCharacters = 2_000;

export function createFrameLog(now: () => number, capacity = 1_000): FrameLog {
  const frames: LoggedFrame[] = [];
  let sequence = 0;
  return {
    record(socketId, from, text) {
      frames[sequence % capacity] = { sequence, at: now(), socketId, from, text: cut(text) };
      sequence += 1;
    },
    // Without the places that are empty after `clear()`.
    list: () => Object.values(frames).sort((a, b) => a.sequence - b.sequence),
    clear: () => void frames.splice(0),
  };
}
