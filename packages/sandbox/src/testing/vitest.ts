import type {} from 'vitest';
import type { MessageQuery } from '../mail/mailbox/message-query.ts';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The mailbox of a sandbox has a message that meets all conditions. */
    toHaveReceived(query: MessageQuery): R;
  }
}

export { matchers } from './matchers.ts';
