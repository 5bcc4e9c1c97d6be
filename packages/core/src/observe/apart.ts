/** A listener that throws must not change what it listens to; its error is its own affair and surfaces as an uncaught one. @internal */
export function apart<T>(listen: () => T): T | undefined {
  try {
    return listen();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
    return undefined;
  }
}
