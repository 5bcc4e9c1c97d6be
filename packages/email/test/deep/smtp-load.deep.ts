import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEmailClient } from '@org/email';
import { smtp } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';
import { startCountingServer } from './counting-server.ts';
import { loadMessage } from './load-message.ts';

interface Measured {
  readonly accepted: number;
  readonly reported: number;
  readonly peakRssMiB: number;
}

// V8 collects garbage late while its heap may grow: the ceiling shows what a run needs.
const flags = ['--max-old-space-size=48', '--max-semi-space-size=1'];
const script = fileURLToPath(new URL('./smtp-load-client.ts', import.meta.url));

describe('smtp() under load', () => {
  it('E12: 50,000 mails over 20 connections: none lost, none twice, and little memory', async () => {
    const count = 50_000;
    const server = await startCountingServer();
    const given = [server.port, count].map(String);
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, ...given]);
    const { accepted, reported, peakRssMiB } = JSON.parse(stdout) as Measured;
    await server.close();
    expect([accepted, reported]).toEqual([count, count]);
    expect(server.arrivals.size).toBe(count);
    expect(Math.max(...server.arrivals.values())).toBe(1);
    expect(server.mostConnections).toBeGreaterThan(1);
    expect(server.mostConnections).toBeLessThanOrEqual(20);
    expect(peakRssMiB).toBeLessThan(250);
  });

  it('E7: connections are cut after 15 ms: each mail has one outcome, and none arrives twice', async () => {
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
