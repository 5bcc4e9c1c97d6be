import { describe, expect, it } from 'vitest';
import type { RateReport } from '../../rates.ts';
import { readRateHeaders } from './rate-limit-headers.ts';

const nowMs = Date.UTC(2030, 0, 1);
const epochSeconds = nowMs / 1_000;
const minute = 60_000;
const day = 86_400_000;

type Row = readonly [source: string, headers: Record<string, string>, reports: readonly RateReport[]];

// One row per service, from its documentation.
const rows: readonly Row[] = [
  [
    'draft 03: a list of limits, the one that applies first (draft-ietf-httpapi-ratelimit-headers-03)',
    { 'RateLimit-Limit': '10, 10;w=1, 50;w=60', 'RateLimit-Remaining': '9', 'RateLimit-Reset': '1' },
    [{ kind: 'rate', limit: 10, remaining: 9, resetAfterMs: 1_000, windowMs: 1_000 }],
  ],
  [
    'draft 06: the policy has a comment (draft-ietf-httpapi-ratelimit-headers-06)',
    {
      'RateLimit-Limit': '100',
      'RateLimit-Policy': '100;w=60;comment="sliding window"',
      'RateLimit-Remaining': '50',
      'RateLimit-Reset': '50',
    },
    [{ kind: 'rate', limit: 100, remaining: 50, resetAfterMs: 50_000, windowMs: minute }],
  ],
  [
    'draft 07: one field with keys (draft-ietf-httpapi-ratelimit-headers-07)',
    { RateLimit: 'limit=100, remaining=50, reset=50', 'RateLimit-Policy': '100;w=60' },
    [{ kind: 'rate', limit: 100, remaining: 50, resetAfterMs: 50_000, windowMs: minute }],
  ],
  [
    'draft 08 on: a list of policies by name (draft-ietf-httpapi-ratelimit-headers-10)',
    {
      'RateLimit-Policy': '"peruser";q=100;w=60;pk=:cHsdsRa894==:, "daily";q=5000;w=86400',
      RateLimit: '"peruser";r=0;t=12;pk=:cHsdsRa894==:, "daily";r=4000;t=3600',
    },
    [
      {
        kind: 'rate',
        name: 'peruser',
        partition: ':cHsdsRa894==:',
        limit: 100,
        remaining: 0,
        resetAfterMs: 12_000,
        windowMs: minute,
      },
      {
        kind: 'quota',
        name: 'daily',
        limit: 5_000,
        remaining: 4_000,
        resetAfterMs: 3_600_000,
        windowMs: day,
      },
    ],
  ],
  [
    'the quota as examples of the draft spell it (draft-ietf-httpapi-ratelimit-headers-08)',
    { 'RateLimit-Policy': 'basic;l=100;w=60;qu=request', RateLimit: 'basic;r=60;t=58' },
    [{ kind: 'rate', name: 'basic', limit: 100, remaining: 60, resetAfterMs: 58_000, windowMs: minute }],
  ],
  [
    'Resend: policy and three fields (recorded responses of its Node library)',
    {
      'ratelimit-limit': '2',
      'ratelimit-policy': '2;w=1',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '1',
    },
    [{ kind: 'rate', limit: 2, remaining: 1, resetAfterMs: 1_000, windowMs: 1_000 }],
  ],
  [
    'GitLab: reset in epoch seconds under the name of the draft (docs.gitlab.com, rate limits)',
    {
      'RateLimit-Limit': '600',
      'RateLimit-Name': 'throttle_authenticated_web',
      'RateLimit-Observed': '6',
      'RateLimit-Remaining': '594',
      'RateLimit-Reset': String(epochSeconds + 57),
      'RateLimit-ResetTime': 'Tue, 01 Jan 2030 00:00:57 GMT',
    },
    [
      {
        kind: 'rate',
        name: 'throttle_authenticated_web',
        limit: 600,
        remaining: 594,
        resetAfterMs: 57_000,
      },
    ],
  ],
  [
    'Docker Hub: the window with each number (docs.docker.com/docker-hub/usage/pulls)',
    { 'ratelimit-limit': '100;w=21600', 'ratelimit-remaining': '76;w=21600' },
    [{ kind: 'rate', limit: 100, remaining: 76, windowMs: 21_600_000 }],
  ],
  [
    'GitHub: resources with separate limits (docs.github.com, rate limits for the REST API)',
    {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '4999',
      'x-ratelimit-reset': String(epochSeconds + 3_000),
      'x-ratelimit-used': '1',
      'x-ratelimit-resource': 'core',
    },
    [{ kind: 'rate', name: 'core', limit: 5_000, remaining: 4_999, resetAfterMs: 3_000_000 }],
  ],
  [
    'Discord: reset as an epoch with decimals, and as seconds left (docs.discord.com, rate limits)',
    {
      'X-RateLimit-Limit': '5',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': `${epochSeconds + 1}.857`,
      'X-RateLimit-Reset-After': '1.25',
      'X-RateLimit-Bucket': 'abcd1234',
    },
    [{ kind: 'rate', name: 'abcd1234', limit: 5, remaining: 0, resetAfterMs: 1_250 }],
  ],
  [
    'Reddit: decimals, and no limit (reddit.com/r/redditdev, formal rate-limiting headers)',
    { 'X-Ratelimit-Used': '2', 'X-Ratelimit-Remaining': '598.0', 'X-Ratelimit-Reset': '480' },
    [{ kind: 'rate', remaining: 598, resetAfterMs: 480_000, resetGuessed: true }],
  ],
  [
    'Atlassian Data Center: the interval (confluence.atlassian.com, rate limiting HTTP headers)',
    {
      'X-RateLimit-Limit': '20',
      'X-RateLimit-Remaining': '7',
      'X-RateLimit-Interval-Seconds': '60',
      'X-RateLimit-FillRate': '10',
      'retry-after': '0',
    },
    [{ kind: 'rate', limit: 20, remaining: 7, windowMs: minute }],
  ],
  [
    'Kong: one pair for each window (Kong/kong, rate-limiting plugin)',
    {
      'X-RateLimit-Limit-Minute': '10',
      'X-RateLimit-Remaining-Minute': '9',
      'X-RateLimit-Limit-Month': '1000',
      'X-RateLimit-Remaining-Month': '800',
    },
    [
      { kind: 'rate', limit: 10, remaining: 9, windowMs: minute },
      { kind: 'quota', limit: 1_000, remaining: 800, windowMs: 30 * day },
    ],
  ],
  [
    'GraphHopper: credits of the day, seconds until the reset (docs.graphhopper.com, API limits)',
    {
      'X-RateLimit-Limit': '500',
      'X-RateLimit-Remaining': '499',
      'X-RateLimit-Reset': '43200',
      'X-RateLimit-Credits': '0.5',
    },
    [{ kind: 'quota', limit: 500, remaining: 499, resetAfterMs: 43_200_000, resetGuessed: true }],
  ],
  [
    'Prisjakt: remaining milliseconds, without a unit (developer.prisjakt.nu, rate limit)',
    {
      'X-Rate-Limit-Limit': '10000',
      'X-Rate-Limit-Remaining': '0',
      'X-Rate-Limit-Reset': '58000',
    },
    [{ kind: 'quota', limit: 10_000, remaining: 0, resetAfterMs: 58_000_000, resetGuessed: true }],
  ],
  [
    'SendGrid, MailerSend: epoch seconds (docs.sendgrid.com; developers.mailersend.com)',
    {
      'X-RateLimit-Limit': '120',
      'X-RateLimit-Remaining': '119',
      'X-RateLimit-Reset': String(epochSeconds + 60),
    },
    [{ kind: 'rate', limit: 120, remaining: 119, resetAfterMs: minute }],
  ],
];

describe('readRateHeaders: headers of known services', () => {
  it.each(rows)('%s', (_, headers, reports) => {
    expect(readRateHeaders(new Headers(headers), { nowMs })).toEqual(reports);
  });

  it('rejects a name that is too long or unprintable', () => {
    const named = (name: string) =>
      readRateHeaders(
        { get: (header) => ({ 'ratelimit-remaining': '1', 'ratelimit-name': name })[header] ?? null },
        { nowMs },
      );
    expect([named('x'.repeat(65)), named('a\u0007'), named('')]).toEqual(
      Array(3).fill([{ kind: 'rate', remaining: 1 }]),
    );
  });
});
