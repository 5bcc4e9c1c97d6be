import type { Runtime } from '@org/core';
import { type LinkRequest, openSmtpLink } from './connection.ts';
import type { SmtpLink } from './link.ts';
import type { SmtpSettings } from './settings.ts';
import { createSignInGuard } from './sign-in.ts';

/**
 * Keeps connections between messages, which saves the greeting. The limiter sets how many are in use at
 * once, and the pipeline has the only retry loop.
 */
export interface SmtpPool {
  /** A free connection that is signed in with this password, or a new one. */
  take(request: Omit<LinkRequest, 'settings' | 'runtime'>): Promise<SmtpLink>;
  /** Gives a connection back after a message was accepted or refused. */
  giveBack(link: SmtpLink): void;
  close(): Promise<void>;
}

interface Kept {
  readonly password: string | undefined;
  messages: number;
}

export function createSmtpPool(settings: SmtpSettings, runtime: Runtime): SmtpPool {
  const kept = new WeakMap<SmtpLink, Kept>();
  const guard = createSignInGuard(runtime);
  let idle: SmtpLink[] = [];
  let closed = false;

  return {
    async take(request) {
      const { password, signal } = request;
      while (idle.length > 0) {
        const link = idle.pop();
        if (link === undefined || link.ended) continue;
        // After a rotation, no message uses a connection with the old password.
        if (kept.get(link)?.password === password) {
          link.wake();
          return link;
        }
        link.destroy();
      }
      const link = await guard.open(password, () => {
        signal.throwIfAborted();
        return openSmtpLink({ ...request, settings, runtime });
      });
      kept.set(link, { password, messages: 0 });
      return link;
    },
    giveBack(link) {
      const state = kept.get(link);
      if (state === undefined || link.ended) return;
      state.messages += 1;
      idle = idle.filter((other) => !other.ended);
      if (closed || state.messages >= settings.maxMessages || idle.length >= settings.maxConnections) {
        void link.quit();
        return;
      }
      link.rest(settings.idleMs);
      idle.push(link);
    },
    async close() {
      closed = true;
      const open = idle;
      idle = [];
      await Promise.all(open.map((link) => link.quit()));
    },
  };
}
