import type { Secret } from './secret.ts';
import type { Credential } from './source.ts';

type Answer = () => Credential | undefined | Promise<never>;

interface Remembered {
  readonly refused: Secret;
  readonly atMs: number;
  readonly credential: Answer;
}

const rememberedForMs = 5_000;

/**
 * What the source said when it was asked for something better than a refused credential. Calls whose refusals come in later ones of the same wave get the
 * same answer, so that a key that is wrong for good does not turn every call into a look-up. @internal
 */
export class RefusalMemory {
  #last: Remembered | undefined;

  remember(refused: Secret | undefined, atMs: number, credential: Answer): void {
    if (refused !== undefined) this.#last = { refused, atMs, credential };
  }

  recall(refused: Secret, nowMs: number): { readonly credential: Answer } | undefined {
    const last = this.#last;
    const isSame = last !== undefined && last.refused.reveal() === refused.reveal();
    return isSame && nowMs - last.atMs < rememberedForMs ? last : undefined;
  }

  forget(): void {
    this.#last = undefined;
  }
}
