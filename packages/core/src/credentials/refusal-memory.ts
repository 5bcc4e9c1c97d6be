import type { Secret } from './secret.ts';
import type { Credential } from './source.ts';

type LoadResult = () => Credential | undefined | Promise<never>;

interface Remembered {
  readonly refused: Secret;
  readonly atMs: number;
  readonly credential: LoadResult;
}

const rememberMs = 5_000;

/**
 * Remembers the last refresh after a rejected credential (401). Later 401s of the same wave get the same
 * result: a permanently wrong key does not cause one load per call.
 *
 * @internal
 */
export class RefusalMemory {
  #last: Remembered | undefined;

  remember(refused: Secret | undefined, atMs: number, credential: LoadResult): void {
    if (refused !== undefined) this.#last = { refused, atMs, credential };
  }

  recall(refused: Secret, nowMs: number): { readonly credential: LoadResult } | undefined {
    const last = this.#last;
    const isSame = last !== undefined && last.refused.reveal() === refused.reveal();
    return isSame && nowMs - last.atMs < rememberMs ? last : undefined;
  }

  forget(): void {
    this.#last = undefined;
  }
}
