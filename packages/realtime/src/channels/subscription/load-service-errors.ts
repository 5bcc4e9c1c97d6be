import type { Runtime } from '@org/core';
import { NetworkError } from '@org/core/basics';
import type { Frame } from '../../protocol/frame.ts';
import type { ServiceErrorsPort, takeServiceError } from './service-errors.ts';

// Bounds the memory while the code loads.
const maxWaiting = 1_000;

/**
 * Loads the code for errors of the service with the first one. Errors wait meanwhile, in order. The timeout
 * of a subscription also ends the wait for its refusal.
 *
 * @internal
 */
export class LazyServiceErrors {
  readonly #runtime: Runtime;
  readonly #port: ServiceErrorsPort;
  readonly #waiting: (readonly [Frame, socketId: string | undefined])[] = [];
  #take: typeof takeServiceError | undefined;
  #isLoading = false;

  constructor(runtime: Runtime, port: ServiceErrorsPort) {
    this.#runtime = runtime;
    this.#port = port;
  }

  take(frame: Frame): void {
    const { socketId } = this.#port.connection;
    if (this.#take !== undefined) {
      this.#take(frame, socketId, this.#port);
      return;
    }
    if (this.#waiting.length < maxWaiting) this.#waiting.push([frame, socketId]);
    if (!this.#isLoading) void this.#load();
  }

  /** The next error retries a failed load. */
  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      const { takeServiceError } = await this.#runtime.untimed(() => import('./service-errors.ts'));
      for (const [frame, socketId] of this.#waiting) takeServiceError(frame, socketId, this.#port);
      this.#waiting.length = 0;
      this.#take = takeServiceError;
    } catch (cause) {
      const message = 'The service reports an error, and the code that reads it did not load.';
      this.#port.report(new NetworkError({ message, provider: 'realtime', retryable: true, cause }));
    }
    this.#isLoading = false;
  }
}
