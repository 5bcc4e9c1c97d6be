import type { Mailbox } from '../mailbox/mailbox.ts';
import { type Maildrop, type MaildropEntry, openMaildrop } from './maildrop.ts';
import { stuffDots, topOf } from './wire-message.ts';

/** The parts of the mail service for POP3. */
export interface Pop3Context {
  readonly mailbox: Pick<Mailbox, 'list' | 'get' | 'remove'>;
  /** Whether a login may read the mail. */
  readonly accepts: (user: string, password: string) => boolean;
}

type Command = (args: readonly string[], line: string) => Uint8Array | Promise<Uint8Array>;

const ok = (text: string): Buffer => Buffer.from(`+OK ${text}\r\n`);
const refuse = (text: string): Buffer => Buffer.from(`-ERR ${text}\r\n`);
const listing = (text: string, lines: readonly string[]): Buffer =>
  Buffer.from(`+OK ${text}\r\n${lines.map((line) => `${line}\r\n`).join('')}.\r\n`);

const capabilities = ['USER', 'TOP', 'UIDL', 'PIPELINING', 'EXPIRE NEVER', 'IMPLEMENTATION sandbox'];
const noMessage = refuse('No such message');

/** Answers the commands of one connection: RFC 1939, and the capabilities of RFC 2449. */
export function createPop3Session({ mailbox, accepts }: Pop3Context) {
  let user: string | undefined;
  let maildrop: Maildrop | undefined;
  let isOver = false;
  const common: Readonly<Record<string, Command>> = {
    CAPA: () => listing('Capabilities', capabilities),
    NOOP: () => (maildrop === undefined ? refuse('Sign in first') : ok('')),
    QUIT: () => {
      isOver = true;
      maildrop?.commit();
      return ok('Bye');
    },
  };
  const signIn: Readonly<Record<string, Command>> = {
    USER: ([name]) => {
      user = name;
      return name === undefined ? refuse('USER needs a name') : ok('Send PASS');
    },
    // A password may have spaces.
    PASS: async (_args, line) => {
      const [known, password] = [user, line.slice(5)];
      user = undefined;
      if (known === undefined) return refuse('Send USER first');
      if (!accepts(known, password)) return refuse('[AUTH] The user name or password is wrong');
      maildrop = await openMaildrop(mailbox);
      return ok(`${maildrop.list().length} messages`);
    },
  };
  return {
    /** The bytes of the response, with its last line break. */
    answer: async (line: string) => {
      const [name = '', ...args] = line.trim().split(/ +/);
      const known = { ...common, ...(maildrop === undefined ? signIn : commandsOn(maildrop)) };
      const command = new Map(Object.entries(known)).get(name.toUpperCase());
      if (command !== undefined) return command(args, line);
      if (maildrop !== undefined || tried.has(name.toUpperCase())) return refuse('Unknown command');
      if (transaction.has(name.toUpperCase())) return refuse('Sign in first');
      isOver = true; // a web page can send a request here, with commands in its body
      return refuse('Unknown command');
    },
    /** After QUIT, and after what is no command of POP3 before the sign-in. */
    get isOver() {
      return isOver;
    },
  };
}

const transaction = new Set(['STAT', 'LIST', 'UIDL', 'RETR', 'TOP', 'DELE', 'RSET']);
/** Commands of extensions that clients try before the sign-in: RFC 1939, 2595, 5034 and 6856. */
const tried = new Set(['APOP', 'AUTH', 'STLS', 'UTF8', 'LANG']);

/** The commands of a session that is signed in. */
function commandsOn(maildrop: Maildrop): Readonly<Record<string, Command>> {
  const total = () => {
    const left = maildrop.list();
    return { count: left.length, size: left.reduce((sum, { size }) => sum + size, 0) };
  };
  const list = ([number]: readonly string[], show: (entry: MaildropEntry) => string): Buffer => {
    if (number === undefined) return listing(`${total().count} messages`, maildrop.list().map(show));
    const entry = maildrop.find(number);
    return entry === undefined ? noMessage : ok(show(entry));
  };
  const send = (number: string | undefined, cut: (message: Buffer) => Buffer): Buffer => {
    const entry = maildrop.find(number);
    const message = entry && maildrop.read(entry);
    if (entry === undefined || message === undefined) return noMessage;
    return Buffer.concat([ok(`${entry.size} octets`), stuffDots(cut(message))]);
  };
  return {
    STAT: () => ok(`${total().count} ${total().size}`),
    LIST: (args) => list(args, ({ number, size }) => `${number} ${size}`),
    UIDL: (args) => list(args, ({ number, uid }) => `${number} ${uid}`),
    RETR: ([number]) => send(number, (message) => message),
    TOP: ([number, lines = '']) =>
      /^\d{1,9}$/.test(lines)
        ? send(number, (message) => topOf(message, Number(lines)))
        : refuse('TOP needs a message and a number of lines'),
    DELE: ([number]) => {
      const entry = maildrop.find(number);
      if (entry === undefined) return noMessage;
      entry.isDeleted = true;
      return ok(`Message ${entry.number} is deleted at QUIT`);
    },
    RSET: () => {
      maildrop.reset();
      return ok(`${total().count} messages`);
    },
  };
}
