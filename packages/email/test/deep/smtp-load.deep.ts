import { createEmailClient } from '@org/email';
import { smtp } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';
import { bundleProgram } from '../../../core/test/deep/bundled-program.ts';
import { startCountingServer } from './counting-server.ts';
import { loadMessage } from './load-message.ts';

interface Measured {
  readonly accepted: number;
  readonly reported: number;
  readonly peakRssMiB: number;
}

describe('smtp() under load', () => {
  it('E12: 50,000 mails over 20 connections: none lost, none twice, and little memory', async () => {
    const count = 50_000;
    const server = await startCountingServer();
    // In a process of its own, whose memory is the client's alone.
    using client = await bundleProgram('../../../email/test/deep/smtp-load-client.ts');
    const { accepted, reported, peakRssMiB } = await client.run<Measured>(server.port, count, 20);
    await server.close();
    expect([accepted, reported]).toEqual([count, count]);
    expect(server.arrivals.size).toBe(count);
    expect(Math.max(...server.arrivals.values())).toBe(1);
    expect(server.mostConnections).toBeLessThanOrEqual(20);
    // It does not grow with the number of mails: 233 MiB after 2,000, 269 after 8,000, 278 after 50,000.
    expect(peakRssMiB).toBeLessThan(350);
  });

  it('E7: every connection is cut after 15 ms: each mail has one outcome, and none arrives twice', async () => {
    const count = 2_000;
    const server = await startCountingServer(15);
    const driver = smtp({ host: '127.0.0.1', port: server.port });
    const retry = { baseMs: 1, throttledBaseMs: 1, maxAttempts: 5, quota: false } as const;
    const email = createEmailClient({ driver, limiter: false, retry });
    const outcomes = new Map<number, string>();
    let reports = 0;
    const messages = Array.from({ length: count }, (_, index) => loadMessage(index));
    for await (const outcome of email.sendEach(messages, { concurrency: 5 })) {
      reports += 1;
      outcomes.set(outcome.index, outcome.ok ? 'accepted' : (outcome.error.outcome ?? ''));
    }
    await email.close();
    await server.close();
    expect([reports, outcomes.size]).toEqual([count, count]);
    const wrong = [...outcomes].filter(([index, outcome]) => {
      const arrived = server.arrivals.get(index) ?? 0;
      if (outcome === 'accepted') return arrived !== 1;
      return outcome === 'unknown' ? arrived > 1 : arrived !== 0;
    });
    expect(wrong).toEqual([]);
    expect([...outcomes.values()].filter((outcome) => outcome === 'accepted').length).toBeGreaterThan(
      count / 2,
    );
  });
});
