import type { Door } from './door.ts';
import { resend } from './resend/resend.ts';

/** The services behind a door of the shared store. */
export const doors: readonly Door[] = [resend];
