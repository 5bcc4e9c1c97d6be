import type { NodemailerLogger } from './nodemailer.ts';

/** The extensions in a server's reply to EHLO: keywords in upper case, each with its parameters. */
export type SmtpExtensions = ReadonlyMap<string, string>;

/** Reads the lines after the greeting (RFC 5321, section 4.1.1.1). Some servers write `AUTH=LOGIN`. */
export function readExtensions(reply: string): SmtpExtensions {
  const lines = reply.split(/\r?\n/).slice(1);
  return new Map(
    lines.map((line) => {
      const [, keyword = '', parameters = ''] = /^\d{3}[ -]([\w-]+)[ =]?(.*)$/.exec(line) ?? [];
      return [keyword.toUpperCase(), parameters.trim()];
    }),
  );
}

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
  let ehlo = '';
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
          if (isEhlo) ehlo = message;
          conversation.onReply();
        }
      },
    },
    extensions: () => readExtensions(ehlo),
    lastReply: () => reply,
    onReply: ignore,
  };
  return conversation;
}
