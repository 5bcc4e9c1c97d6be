// Every driver of messages with their own content, and the bytes that a message becomes on its wire.
import { createFakeTransport } from '@org/core/testing';
import { createEmailClient, type EmailDriver, type EmailMessage, type MessagePreview } from '@org/email';
import { smtp } from '@org/email/smtp';
import { startScriptedSmtpServer } from '../scripted-smtp-server.ts';
import { httpDriver, httpDriverNames } from './drivers.ts';

const httpDrivers = httpDriverNames
  .map((name) => httpDriver(name, { apiKey: 'sk_key' }))
  .filter(({ capabilities }) => capabilities.message.ownContent !== false);

/** What became of a message: its bytes on the wire as text, or the code of the error before. */
export interface OnTheWire {
  readonly wire?: string;
  readonly code?: unknown;
  readonly issues?: unknown;
}

export interface DriverOnWire {
  readonly name: string;
  readonly capabilities: EmailDriver['capabilities'];
  send(message: EmailMessage, onLossy?: 'allow'): Promise<OnTheWire>;
  preview(message: EmailMessage): Promise<MessagePreview>;
}

function overHttp(driver: EmailDriver): DriverOnWire {
  return {
    name: driver.name,
    capabilities: driver.capabilities,
    preview: (message) => createEmailClient({ driver }).preview(message),
    async send(message, onLossy) {
      const transport = createFakeTransport([{ answer: { status: 400, json: {} } }]);
      const email = createEmailClient({ driver, transport, limiter: false, retry: false });
      const error: unknown = await email.send(message, { onLossy }).catch((thrown: unknown) => thrown);
      const [request] = transport.requests;
      // Bytes of attachments are base64 in JSON, or as they are in a form.
      if (request !== undefined) return { wire: decodeURIComponent(plain(request.text())) };
      const { code, issues } = error as { readonly code?: unknown; readonly issues?: unknown };
      return { code, issues };
    },
  };
}

/** A form's encoding, as far as the tests read it; JSON and parts have no such text. */
function plain(text: string): string {
  return /^[\w.%+=&:*@-]+$/.test(text) ? text.replaceAll('+', ' ') : encodeURIComponent(text);
}

const overSmtp: DriverOnWire = {
  name: 'smtp',
  capabilities: smtp({ host: 'mail.acme.dev' }).capabilities,
  preview: (message) => createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) }).preview(message),
  async send(message, onLossy) {
    const server = await startScriptedSmtpServer();
    const driver = smtp({ host: '127.0.0.1', port: server.port });
    const email = createEmailClient({ driver, retry: false });
    try {
      await email.send(message, { onLossy });
      return { wire: server.messages[0] ?? '' };
    } catch (error) {
      const { code, issues } = error as { readonly code?: unknown; readonly issues?: unknown };
      return { code, issues };
    } finally {
      await Promise.all([email.close(), server.close()]);
    }
  },
};

export const everyDriver: readonly DriverOnWire[] = [...httpDrivers.map(overHttp), overSmtp];
