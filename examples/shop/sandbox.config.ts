import { defineSandboxConfig } from '@org/sandbox';

const { PORT = '3000' } = process.env;
const hooks = `http://127.0.0.1:${PORT}/webhooks`;

/** The mail services on this machine. They tell the shop what became of a mail, as the hosted ones do. */
export default defineSandboxConfig({
  mail: { webhooks: { resend: `${hooks}/resend`, postmark: `${hooks}/postmark` } },
  routing: false,
  realtime: false,
});
