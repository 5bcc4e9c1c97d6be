import type { Door } from '../kit/door.ts';
import { clearContent, rememberContent } from '../state/mail-state.ts';
import type { MailStore } from '../store/mail-store.ts';
import { fillStore, type MailSeed } from './seed.ts';

/** The content of the start, which a reset puts back. */
export type StartContent = Awaited<ReturnType<typeof createStartContent>>;

/** Fills an empty store with a seed. */
export async function createStartContent(
  store: MailStore,
  seed: MailSeed,
  wires: readonly Pick<Door, 'fill'>[],
) {
  await fillStore(store, seed, wires);
  let putBack = rememberContent(store);
  return {
    putBack: () => putBack(),
    /** Takes another seed for the start. An invalid one changes nothing. @throws as `fillStore` */
    replace: async (next: MailSeed) => {
      const undo = rememberContent(store);
      clearContent(store);
      try {
        await fillStore(store, next, wires);
      } catch (error) {
        undo();
        throw error;
      }
      putBack = rememberContent(store);
    },
  };
}
