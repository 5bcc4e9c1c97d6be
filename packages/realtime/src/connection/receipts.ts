/** When frames came, and until when all are known to have come. */
export class Receipts {
  /** Wall-clock milliseconds of the last frame on any socket. */
  lastMs = 0;
  /** The last frame before a standstill, until a pong says that the connection outlived it. */
  #beforeStandstillMs: number | undefined;
  #awaitedPongs = 0;

  /** Since when events may be lost if the connection is: what comes after a standstill may have waited. */
  get completeUntilMs(): number {
    return this.#beforeStandstillMs ?? this.lastMs;
  }

  connected(): void {
    this.#beforeStandstillMs = undefined;
    this.#awaitedPongs = 0;
  }

  stoodStill(): void {
    this.#beforeStandstillMs ??= this.lastMs;
  }

  pinged(): void {
    this.#awaitedPongs += 1;
  }

  /** The last one is the answer to the ping after the standstill. */
  ponged(): void {
    this.#awaitedPongs -= 1;
    if (this.#awaitedPongs <= 0) this.#beforeStandstillMs = undefined;
  }
}
