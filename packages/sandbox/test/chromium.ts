import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The browser of this machine: `CHROMIUM_PATH`, or where Debian puts it. */
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export const hasChromium = existsSync(executablePath);

/** For the title of a suite that is skipped without it. */
export const chromiumNote = hasChromium
  ? ''
  : ` (skipped: no Chromium at ${executablePath}; set CHROMIUM_PATH)`;

/** `flags` are added to those that a machine without a display needs. */
export function launchChromium(...flags: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // Playwright turns it off; users have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      ...flags,
    ],
  });
}
