import { LearnedLimit } from '../limit.ts';
import type { Inference } from './inference.ts';
import type { Pause } from './pause.ts';
import type { ReportedWindow } from './reported-window.ts';

/** The limits whose capacity is unknown. */
interface Probed {
  readonly inFlight: number;
  readonly pause: Pause;
  readonly windows: readonly ReportedWindow[];
  readonly inference: Inference | undefined;
  loadInference(): void;
}

/**
 * Without configured limits: how much may be in flight at first. Reports replace it, and the inference raises
 * it.
 */
export class Probe extends LearnedLimit {
  readonly #first: number;
  readonly #probed: Probed;

  constructor(first: number, probed: Probed) {
    super();
    this.#first = first;
    this.#probed = probed;
  }

  override earliest(cost: number, now: number): number {
    const { inFlight, inference, pause, windows } = this.#probed;
    if (inFlight === 0 || windows.some(({ isLive }) => isLive)) return now;
    const probeAt = inference?.probeAt(cost, inFlight, pause.lastStartAt);
    return probeAt ?? (inFlight + cost <= this.#first ? now : Infinity);
  }

  override take(): void {
    this.#probed.loadInference();
  }
}
