/** A user's part of a budget. */
export interface ByteLease {
  /** Takes bytes. Returns `false` when too few remain. */
  take(bytes: number): boolean;
  /** Returns all bytes to the budget. May be called more than once. */
  release(): void;
}

/** A limit on the bytes of all users together. */
export type ByteBudget = ReturnType<typeof createByteBudget>;

export function createByteBudget(maxBytes: number) {
  let available = maxBytes;
  return {
    open: (): ByteLease => {
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
