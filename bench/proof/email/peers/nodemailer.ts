import type { Peer } from '../../peer.ts';
import { type MailClient, sender } from '../mail-client.ts';

export const nodemailer: Peer<MailClient> = {
  name: 'nodemailer',
  packages: ['nodemailer'],
  program: `export { createTransport } from 'nodemailer'`,
  async open(load, origin) {
    const { default: module } = await load<{ default: typeof import('nodemailer') }>('nodemailer');
    const { hostname, port } = new URL(origin);
    const transport = module.createTransport({ host: hostname, port: Number(port), pool: true });
    return {
      canAbort: true,
      canStream: true,
      async send({ attachment, extra, ...mail }, options) {
        const attachments = attachment ? [{ filename: 'a.bin', content: attachment }] : [];
        const { rejected } = await transport.sendMail({
          from: sender,
          ...mail,
          to: [...mail.to],
          attachments,
          ...options,
          ...extra,
        });
        return rejected.map(String);
      },
      close: () => transport.close(),
    };
  },
};
