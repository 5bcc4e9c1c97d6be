/** What one user of a budget holds of it. */
export interface ByteLease {
  /** Adds bytes; `false` when the budget has not so many left. */
  take(bytes: number): boolean;
  /** Gives everything back. May be called more than once. */
  release(): void;
}

/** A number of bytes that all users together may hold. */
export interface ByteBudget {
  open(): ByteLease;
}

/** Makes a budget of `maxBytes`. */
export function createByteBudget(maxBytes: number): ByteBudget {
  let available = maxBytes;
  return {
    open: () => {
      let held = 0;
      return {
        take: (bytes) => {
          if (bytes > available) return false;
          available -= bytes;
          held += bytes;
          return true;
        },
        release: () => {
          available += held;
          held = 0;
        },
      };
    },
  };
}
