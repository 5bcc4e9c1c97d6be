import { createHmac } from 'node:crypto';
import type { SmtpSession } from '../connection/session.ts';
import { unwanted } from '../connection/smtp-error.ts';
import type { SmtpMechanism } from './mechanisms.ts';
import { type Account, base64, convertToOauthBearer, convertToXoauth2 } from './oauth.ts';

/** What the client writes: with AUTH, and to each further question. */
interface Script {
  readonly first?: string;
  readonly answers: readonly ((question: string) => string)[];
}

const scripts: Readonly<Record<SmtpMechanism, (account: Account) => Script>> = {
  /** RFC 4616. */
  PLAIN: ({ user, password }) => ({ first: base64(`\0${user}\0${password}`), answers: [] }),
  LOGIN: ({ user, password }) => ({ answers: [() => base64(user), () => base64(password)] }),
  /** RFC 2195. */
  'CRAM-MD5': ({ user, password }) => ({
    answers: [
      (question) => {
        const challenge = Buffer.from(question, 'base64');
        return base64(`${user} ${createHmac('md5', password).update(challenge).digest('hex')}`);
      },
    ],
  }),
  // Google, "OAuth 2.0 Mechanism": an empty line asks for the reply that ends a refused sign-in.
  XOAUTH2: (account) => ({ first: convertToXoauth2(account), answers: [() => ''] }),
  // RFC 7628, section 3.2.3: the client answers a refusal with 0x01.
  OAUTHBEARER: (account) => ({ first: convertToOauthBearer(account), answers: [() => 'AQ=='] }),
};

/** RFC 4954. @throws SmtpError with the server's reply when it refuses */
export async function signIn(
  session: SmtpSession,
  mechanism: SmtpMechanism,
  account: Account,
): Promise<void> {
  const { first, answers } = scripts[mechanism](account);
  const start = `AUTH ${mechanism}`;
  let reply = await session.command(first === undefined ? start : `${start} ${first}`);
  for (const answer of answers) {
    if (reply.status !== 334) break;
    reply = await session.command(answer(reply.text.slice('334 '.length)));
  }
  if (reply.status !== 235) throw unwanted(reply, start, { code: 'EAUTH' });
}
