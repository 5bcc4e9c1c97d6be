// Measures our packages and their peers in one run: `node bench/run.ts [section …]`, by default all
// sections. Build first.
import { writeFileSync } from 'node:fs';
import { measureDrains, measureUnknownLimits } from './drain/drain.ts';
import { measureEmail, measureSmtp } from './email/email.ts';
import { measureHttp } from './http/http.ts';
import { measureLarge } from './large/large.ts';
import { measureLimiters } from './limiter/limiter.ts';
import { measureMemory } from './memory/memory.ts';
import { measurePolyline } from './polyline/polyline.ts';
import { measureRealtime } from './realtime/realtime.ts';
import { measureRecovery } from './realtime/recovery.ts';
import { measureRealtimeServer } from './realtime-server/realtime-server.ts';
import { formatSection, type Progress, progress, type Section } from './report.ts';
import { measureRouting } from './routing/routing.ts';
import { measureFanOut } from './sandbox/fan-out.ts';
import { measureSandbox } from './sandbox/sandbox.ts';
import { measureSize } from './size/size.ts';
import { measureSmall } from './small/small.ts';
import { measureFirstMail } from './start/first-mail.ts';
import { measureStart } from './start/start.ts';
import { measureTakeover } from './takeover/takeover.ts';

const sections: Readonly<Record<string, (progress: Progress) => Promise<Section>>> = {
  small: measureSmall,
  http: measureHttp,
  email: measureEmail,
  smtp: measureSmtp,
  realtime: measureRealtime,
  'realtime-recovery': measureRecovery,
  'realtime-server': measureRealtimeServer,
  routing: measureRouting,
  large: measureLarge,
  limiter: measureLimiters,
  drain: measureDrains,
  unknown: measureUnknownLimits,
  takeover: measureTakeover,
  sandbox: measureSandbox,
  'fan-out': measureFanOut,
  start: measureStart,
  'first-mail': measureFirstMail,
  memory: measureMemory,
  size: measureSize,
  polyline: measurePolyline,
};

const named = process.argv.slice(2);
const chosen = named.length > 0 ? named : Object.keys(sections);
const unknown = chosen.find((name) => sections[name] === undefined);
if (unknown !== undefined) {
  process.stderr.write(`There is no section "${unknown}"; there are ${Object.keys(sections).join(', ')}.\n`);
  process.exit(1);
}
const results: Record<string, unknown> = {};
for (const name of chosen) {
  const section = await sections[name]?.(progress);
  if (section === undefined) continue;
  progress('');
  results[name] = section.data;
  process.stdout.write(`${formatSection(section)}\n`);
}
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
