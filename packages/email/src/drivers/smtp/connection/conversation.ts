import { readExtensions, type SmtpExtensions } from './extensions.ts';
import type { NodemailerLogger } from './nodemailer.ts';

/** Replies of the server that only nodemailer's transaction log shows. */
export interface Conversation {
  readonly logger: NodemailerLogger;
  /** From the server's last reply to EHLO. */
  extensions(): SmtpExtensions;
  /** The server's last reply. */
  lastReply(): string;
  /** Called with every reply. */
  onReply: () => void;
}

export function createConversation(): Conversation {
  let extensions: SmtpExtensions = new Map();
  let reply = '';
  let isEhlo = false;
  const ignore = () => {};
  const conversation: Conversation = {
    logger: {
      trace: ignore,
      info: ignore,
      warn: ignore,
      error: ignore,
      fatal: ignore,
      debug({ tnx }, message) {
        if (tnx === 'client') isEhlo = /^EHLO /i.test(message);
        else if (tnx === 'server') {
          reply = message;
          if (isEhlo) extensions = readExtensions(message);
          conversation.onReply();
        }
      },
    },
    extensions: () => extensions,
    lastReply: () => reply,
    onReply: ignore,
  };
  return conversation;
}
