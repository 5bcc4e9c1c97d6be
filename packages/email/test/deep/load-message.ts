import type { TextMessage } from '@org/email';

/** A small mail, with its number as subject. */
export function loadMessage(index: number): TextMessage {
  return {
    from: 'ann@acme.dev',
    to: 'bob@example.com',
    subject: String(index),
    text: 'Hello, and a line or two of text.\n'.repeat(20),
  };
}
