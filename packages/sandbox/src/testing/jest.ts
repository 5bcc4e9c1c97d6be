import type { MessageQuery } from '../mail/mailbox/message-query.ts';

declare global {
  namespace jest {
    interface Matchers<R> {
      /** The mailbox of a sandbox has a message that meets all conditions. */
      toHaveReceived(query: MessageQuery): R;
    }
  }
}

export { matchers } from './matchers.ts';
