type Headers = Readonly<Record<string, string>>;

/**
 * Headers of a refusal, and the wait in milliseconds that they ask for; `none` when they say nothing that
 * could be kept. The clock stands at Sat, 21 Nov 2026 12:00:00 GMT.
 */
export const hintStrings: readonly (readonly [headers: Headers, expected: number | 'none'])[] = [
  // RFC 9110 §10.2.3: seconds, or a date in one of the three forms of §5.6.7.
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1' }, 1_000],
  [{ 'retry-after': '007' }, 7_000],
  [{ 'retry-after': '60' }, 60_000],
  [{ 'retry-after': '61' }, 61_000],
  [{ 'retry-after': '120' }, 120_000],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:20 GMT' }, 20_000],
  [{ 'retry-after': 'Saturday, 21-Nov-26 12:00:20 GMT' }, 20_000],
  [{ 'retry-after': 'Sat Nov 21 12:00:20 2026' }, 20_000],
  [{ 'retry-after': 'Sat, 21 Nov 2026 11:59:59 GMT' }, 0],
  [{ 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }, 0],
  [{ 'retry-after': 'Sun, 22 Nov 2026 12:00:00 GMT' }, 86_400_000],
  [{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, Date.UTC(9999, 11, 31, 23, 59, 59) - now()],
  // The answer's own clock counts, not ours.
  [{ date: 'Sat, 21 Nov 2026 18:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 18:00:07 GMT' }, 7_000],
  [{ date: 'Mon, 01 Jan 2024 00:00:00 GMT', 'retry-after': 'Mon, 01 Jan 2024 00:00:07 GMT' }, 7_000],
  [{ date: 'yesterday', 'retry-after': 'Sat, 21 Nov 2026 12:00:07 GMT' }, 7_000],
  // As real services write it: fractions, milliseconds, spaces, another letter case.
  [{ 'retry-after': '0.2' }, 200],
  [{ 'retry-after': '2.0' }, 2_000],
  [{ 'retry-after': ' 3 ' }, 3_000],
  [{ 'retry-after': 'sat, 21 nov 2026 12:00:20 gmt' }, 20_000],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:20 UTC' }, 20_000],
  [{ 'retry-after-ms': '1250.5' }, 1_250.5],
  [{ 'x-ms-retry-after-ms': '500' }, 500],
  [{ 'x-amz-retry-after': '1500' }, 1_500],
  [{ 'retry-after': '2', 'retry-after-ms': '1250' }, 1_250],
  [{ 'retry-after': '2', 'x-amz-retry-after': 'invalid' }, 2_000],
  // Asked for too much: said in the error, never shortened, never slept.
  [{ 'retry-after': '3600' }, 3_600_000],
  [{ 'retry-after': '86400' }, 86_400_000],
  [{ 'retry-after': '1209600' }, 1_209_600_000],
  [{ 'retry-after': '2147483' }, 2_147_483_000],
  [{ 'retry-after': '2147484' }, 2_147_484_000],
  [{ 'retry-after': '4294967296' }, 4_294_967_296_000],
  [{ 'retry-after': '1795262400' }, 1_795_262_400_000],
  [{ 'retry-after': '1795262400000' }, 1_795_262_400_000_000],
  [{ 'retry-after-ms': '2147483648' }, 2_147_483_648],
  [{ 'retry-after': '9'.repeat(16) }, 1e18],
  [{ 'retry-after': '9'.repeat(400) }, 1e18],
  // Neither seconds nor a date: our own back-off.
  [{ 'retry-after': '' }, 'none'],
  [{ 'retry-after': '-1' }, 'none'],
  [{ 'retry-after': '+5' }, 'none'],
  [{ 'retry-after': '1e3' }, 'none'],
  [{ 'retry-after': '1e400' }, 'none'],
  [{ 'retry-after': '0x10' }, 'none'],
  [{ 'retry-after': '5s' }, 'none'],
  [{ 'retry-after': '1m30s' }, 'none'],
  [{ 'retry-after': '00:00:05' }, 'none'],
  [{ 'retry-after': '5, 10' }, 'none'],
  [{ 'retry-after': 'NaN' }, 'none'],
  [{ 'retry-after': 'Infinity' }, 'none'],
  [{ 'retry-after': 'null' }, 'none'],
  [{ 'retry-after': 'undefined' }, 'none'],
  [{ 'retry-after': 'soon' }, 'none'],
  [{ 'retry-after': '2026-11-21T12:00:20Z' }, 'none'],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:20' }, 'none'],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:20 PST' }, 'none'],
  [{ 'retry-after': 'Sat, 21 Nov 2026 25:00:20 GMT' }, 'none'],
  [{ 'retry-after': 'Sat, 31 Foo 2026 12:00:20 GMT' }, 'none'],
  [{ 'retry-after': 'Sat, 00 Nov 2026 12:00:20 GMT' }, 'none'],
  [{ 'retry-after-ms': '-5' }, 'none'],
  [{ 'x-amz-retry-after': 'invalid' }, 'none'],
];

function now(): number {
  return Date.UTC(2026, 10, 21, 12, 0, 0);
}
