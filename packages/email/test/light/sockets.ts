// The light entry of SMTP: of runtimes with the sockets of Node.
import { smtp } from '@org/email/smtp';
import * as smtpLight from '@org/email/smtp/send';
import type { Harness } from '../support/harness.ts';
import type { Contracts } from './contracts.ts';

type Relay = Readonly<Record<'host' | 'user' | 'password', string> & { port: number }>;

const harness: Harness<typeof smtp, { readonly relay: Relay }> = (create, { relay }) => ({
  driver: create(relay),
  driverWithWrongCredential: create({ ...relay, password: 'somebody else' }),
});

export const ofSockets: Contracts = { smtp: [smtp, smtpLight.smtp, smtpLight, harness] };
