import type { Runtime } from '@org/core';
import type { OpenTunnel } from '../settings/code.ts';
import type { SmtpSettings } from '../settings/settings.ts';
import { createSignInGuard } from '../sign-in/sign-in-guard.ts';
import { type LinkRequest, openSmtpLink } from './connection.ts';
import type { SmtpLink } from './link.ts';
import { limitsOf } from './server-limits.ts';
import { ServerSize } from './server-size.ts';

type MailRequest = Omit<LinkRequest, 'settings' | 'runtime' | 'openTunnel'>;

/**
 * Keeps connections between messages, which saves the greeting. The limiter sets how many are in use at
 * once, and the pipeline has the only retry loop.
 */
export interface SmtpPool {
  /** A free connection that is signed in with this password, or a new one. */
  take(request: MailRequest): Promise<SmtpLink>;
  /** A new connection that is not kept. */
  open(request: MailRequest): Promise<SmtpLink>;
  /** Gives a connection back after a message was accepted or refused. */
  giveBack(link: SmtpLink): void;
  close(): Promise<void>;
}

interface Kept {
  readonly password: string | undefined;
  messages: number;
}

export function createSmtpPool(
  settings: SmtpSettings,
  runtime: Runtime,
  openTunnel: OpenTunnel | undefined,
): SmtpPool {
  const kept = new WeakMap<SmtpLink, Kept>();
  const guard = createSignInGuard(runtime);
  const size = new ServerSize(runtime);
  let idle: SmtpLink[] = [];
  let closed = false;

  const open = (request: MailRequest) =>
    guard.open(request.password, () => {
      request.signal.throwIfAborted();
      return openSmtpLink({ ...request, settings, runtime, openTunnel });
    });

  const takeIdle = (password: string | undefined): SmtpLink | undefined => {
    for (let link = idle.pop(); link !== undefined; link = idle.pop()) {
      // After a rotation, no message uses a connection with the old password.
      if (!link.ended && kept.get(link)?.password === password) {
        link.wake();
        return link;
      }
      link.destroy();
    }
    return undefined;
  };
  /** A new connection; `undefined` when the server lets this client have no other one. */
  const openAnother = async (request: MailRequest) => {
    await size.untilLeft();
    if (size.isFull) return undefined;
    size.opened();
    try {
      const link = await open(request);
      link.onClose(() => size.closed());
      kept.set(link, { password: request.password, messages: 0 });
      return link;
    } catch (error) {
      size.closed();
      if (size.learns(error)) return undefined;
      throw error;
    }
  };

  return {
    open,
    async take(request) {
      for (;;) {
        // Twice: another mail may have freed its connection while the server refused ours.
        const link = takeIdle(request.password) ?? (await openAnother(request)) ?? takeIdle(request.password);
        if (link !== undefined) return link;
        await size.untilFreed(request.signal);
      }
    },
    giveBack(link) {
      const state = kept.get(link);
      // Also after more than was asked for: it is not waited for.
      if (state === undefined || link.ended) return link.destroy();
      state.messages += link.takeTransactions();
      idle = idle.filter((other) => !other.ended);
      const maxMessages = Math.min(settings.maxMessages, limitsOf(link.extensions).mails);
      if (closed || state.messages >= maxMessages || idle.length >= settings.maxConnections) {
        size.leaves(link.quit());
        return;
      }
      link.rest(settings.idleMs);
      idle.push(link);
      size.freed();
    },
    async close() {
      closed = true;
      const open = idle;
      idle = [];
      await Promise.all(open.map((link) => link.quit()));
    },
  };
}
