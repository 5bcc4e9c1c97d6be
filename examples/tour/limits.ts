import { type ClientEvent, createLimiter, perWindow } from '@org/core';
import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { startMailService } from '@org/sandbox';
import type { Narrator } from './narrator.ts';

const calls = 150;
const limit = 50;
const windowMs = 1_000;

/**
 * 150 concurrent calls to a service with a limit of 50 a second: with a known limit, then without a limiter.
 */
export async function limitsChapter(tell: Narrator): Promise<void> {
  tell.chapter(`Limits: ${calls} concurrent calls, ${limit} a second allowed`);
  const known = await drain(createLimiter({ limits: [perWindow(limit, windowMs)] }), tell);
  tell.check(
    known.done === calls && known.refused === 0,
    'with the known limit: all succeed, none is throttled',
    figures(known),
  );
  const unknown = await drain(false, tell);
  tell.check(
    unknown.done === calls && unknown.refused > 0,
    'without a limiter: all succeed, retries honour Retry-After',
    figures(unknown),
  );
}

interface Drained {
  readonly done: number;
  readonly attempts: number;
  readonly refused: number;
}

async function drain(limiter: ReturnType<typeof createLimiter> | false, tell: Narrator): Promise<Drained> {
  const service = await startMailService({ rateLimit: { limit, windowMs } });
  let attempts = 0;
  const count = ({ type }: ClientEvent) => {
    if (type === 'attempt-start') attempts += 1;
  };
  const email = createEmailClient({
    driver: plunk({ apiKey: service.apiKey, baseUrl: service.apiUrl }),
    limiter,
    retry: { maxAttempts: 10, quota: false },
    onEvent: count,
  });
  const end = tell.busy(`${calls} calls`);
  try {
    const all = Array.from({ length: calls }, (_, index) =>
      email.contacts.upsert({ email: `reader-${index}@example.com` }),
    );
    const settled = await Promise.allSettled(all);
    return {
      done: settled.filter(({ status }) => status === 'fulfilled').length,
      attempts,
      refused: service.stats.refused,
    };
  } finally {
    end();
    await email.close();
    await service.close();
  }
}

function figures({ attempts, refused }: Drained): string {
  return `${attempts} attempts, ${refused} throttled (429)`;
}
