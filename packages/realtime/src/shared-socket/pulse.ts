import type { Runtime } from '@org/core';
import { maxStepMs, minStandstillMs } from '../connection/liveness.ts';
import { Timer } from '../internal/timer.ts';

/** Notices that this tab did not run: in an `alert()`, in a debugger, or frozen. */
export class Pulse {
  readonly #runtime: Runtime;
  readonly #stoodStill: () => void;
  readonly #timer: Timer;
  #aliveMs: number;

  constructor(runtime: Runtime, stoodStill: () => void) {
    this.#runtime = runtime;
    this.#stoodStill = stoodStill;
    this.#timer = new Timer(runtime);
    this.#aliveMs = runtime.now();
    this.#beat();
  }

  /** This tab runs. Called before it reads a message. */
  note(): void {
    const nowMs = this.#runtime.now();
    const isLate = nowMs - this.#aliveMs > maxStepMs + minStandstillMs;
    this.#aliveMs = nowMs;
    if (isLate) this.#stoodStill();
  }

  stop(): void {
    this.#timer.stop();
  }

  #beat(): void {
    this.#timer.start(maxStepMs, () => {
      this.note();
      this.#beat();
    });
  }
}
