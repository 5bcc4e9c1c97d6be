// The tour checks every promise of the README against the sandbox. `npm start` runs it. It exits with 0 only
// if every check passes.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { emailChapter } from './tour/email.ts';
import { errorsChapter } from './tour/errors.ts';
import { keepRunning } from './tour/keep-running.ts';
import { limitsChapter } from './tour/limits.ts';
import { createNarrator, type Narrator } from './tour/narrator.ts';
import { renderPage } from './tour/page.ts';
import { realtimeChapter } from './tour/realtime.ts';
import { routingChapter } from './tour/routing.ts';
import { webhooksChapter } from './tour/webhooks.ts';

const pageFile = fileURLToPath(new URL('../tour.html', import.meta.url));

async function tour(sandbox: Sandbox, tell: Narrator): Promise<void> {
  const { mail, routing, realtime, town, tilesDirectory } = sandbox;
  if (!mail || !routing || !realtime || !town || !tilesDirectory)
    throw new Error('The sandbox does not run all services.');
  await emailChapter(mail, tell);
  await webhooksChapter(mail, tell);
  const drawn = await routingChapter(routing, town, tilesDirectory, tell);
  await realtimeChapter(realtime, tell);
  await limitsChapter(tell);
  await errorsChapter(mail, tell);
  await writeFile(
    pageFile,
    renderPage({ town, drawn, messages: mail.mailbox.list(), activities: realtime.recentEvents }),
  );
}

// `npm start | head` closes the pipe early. The tour still runs to its end, for its exit code.
process.stdout.on('error', () => {});
const tell = createNarrator(process.stdout);
const startedAt = performance.now();
const ready = tell.busy('starting the sandbox');
// Strict: a wrong key is an error of the tour.
const sandbox = await startSandbox({ mail: { strict: true } });
ready();
try {
  await tour(sandbox, tell);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(
    `\n${tell.checks} facts checked in ${seconds} s. The results as a page: ${pageFile}\n`,
  );
  await keepRunning(sandbox);
} finally {
  await sandbox.close();
}
