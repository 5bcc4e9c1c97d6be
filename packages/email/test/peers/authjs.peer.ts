import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodemailerTransport } from '@org/email/nodemailer';
import { describe, expect, it } from 'vitest';
import { cached } from '../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../routing/test/peers/support/npm-install.ts';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { parseMessage } from '../../../sandbox/src/mail/message/parse-message.ts';
import { createSmtpStage } from '../smtp-stage.ts';

const dependencies = { '@auth/core': '0.41.3', nodemailer: '8.0.9' };

// biome-ignore lint/suspicious/noExplicitAny: The functions of Auth.js, no dependency of this package.
type Foreign = any;

const authjs = await obtain('Auth.js', async () => {
  const directory = await cached('auth-core-0.41.3', (target) => npmInstall(target, { dependencies }));
  const load = (path: string): Promise<Foreign> =>
    import(/* @vite-ignore */ pathToFileURL(join(directory, 'node_modules/@auth/core', path)).href);
  return { ...(await load('index.js')), Nodemailer: (await load('providers/nodemailer.js')).default };
});

const stage = createSmtpStage();

/** Asks Auth.js for a link by mail, as its sign-in page does; returns where it leads. */
async function signIn(server: unknown): Promise<string> {
  const { Auth, Nodemailer, skipCSRFCheck } = authjs as Foreign;
  const adapter = {
    getUserByEmail: async () => null,
    createVerificationToken: async (token: object) => token,
    useVerificationToken: async () => null,
  };
  // The one line that changes: it was { server: { host, port, auth }, from }.
  const provider = Nodemailer({ server, from: 'Acme <login@acme.dev>' });
  const { sendVerificationRequest } = provider;
  provider.sendVerificationRequest = (request: object) => {
    const sending = sendVerificationRequest(request);
    // Auth.js makes a hash before it waits for the mail: a refusal before that is no error of Node's.
    sending.catch(() => {});
    return sending;
  };
  const body = new URLSearchParams({ email: 'bob@example.com', callbackUrl: 'https://acme.dev/' });
  const response: Response = await Auth(
    new Request('https://acme.dev/auth/signin/nodemailer', { method: 'POST', body }),
    {
      adapter,
      basePath: '/auth',
      secret: 'a secret of this test',
      trustHost: true,
      skipCSRFCheck,
      logger: { error() {}, warn() {}, debug() {} },
      providers: [provider],
    },
  );
  return response.headers.get('location') ?? '';
}

describe.skipIf(authjs === undefined)('Auth.js 0.41.3 with nodemailer 8, through nodemailerTransport', () => {
  it('sends the link of a sign-in', async () => {
    const server = await stage.start();
    const client = stage.client(server);
    expect(await signIn(nodemailerTransport(client))).toContain('verify-request');
    const [raw = ''] = server.messages;
    const { from, to, subject, text, html } = await parseMessage(Buffer.from(raw, 'latin1'));
    expect({ from, to, subject }).toMatchObject({
      from: { address: 'login@acme.dev', name: 'Acme' },
      to: [{ address: 'bob@example.com' }],
      subject: 'Sign in to acme.dev',
    });
    for (const part of [text, html]) expect(part).toContain('/auth/callback/nodemailer?callbackUrl=');
  });

  it('shows an error where the service refuses the recipient', async () => {
    const server = await stage.start({ acts: { RCPT: () => '550 5.1.1 No such user' } });
    const client = stage.client(server);
    expect(await signIn(nodemailerTransport(client))).toContain('error');
    expect(server.messages).toEqual([]);
  });
});
