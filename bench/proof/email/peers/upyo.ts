import type { Peer } from '../../peer.ts';
import { type MailClient, sender } from '../mail-client.ts';

interface Core {
  createMessage(message: object): object;
}
interface Smtp {
  readonly SmtpTransport: new (
    options: object,
  ) => {
    send(message: object, options?: object): Promise<{ successful: boolean; errorMessages?: unknown }>;
    closeAllConnections(): Promise<void>;
  };
}

/**
 * It resolves with a receipt: a failed one is thrown here, as a program reads it. npm installs its peer, the
 * core, with it.
 */
export const upyo: Peer<MailClient> = {
  name: 'Upyo',
  packages: ['@upyo/smtp'],
  program: `export { createMessage } from '@upyo/core'; export { SmtpTransport } from '@upyo/smtp'`,
  async open(load, origin) {
    const { createMessage } = await load<Core>('@upyo/core');
    const { SmtpTransport } = await load<Smtp>('@upyo/smtp');
    const { hostname, port } = new URL(origin);
    const transport = new SmtpTransport({ host: hostname, port: Number(port), secure: false });
    return {
      canAbort: true,
      canStream: false,
      async send({ to, subject, text, headers, extra }, options) {
        const content = { text };
        const message = createMessage({
          from: sender,
          to,
          subject,
          content,
          headers,
          ...extra,
        });
        const receipt = await transport.send(message, options);
        if (!receipt.successful) throw receipt;
        return [];
      },
      close: () => transport.closeAllConnections(),
    };
  },
};
