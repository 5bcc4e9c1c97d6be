import type { SandboxAnswer } from '../http/exchange.ts';
import { appScript } from './browser/app-script.ts';
import { baseStyle } from './browser/base-style.ts';
import { channelsScript } from './browser/channels-script.ts';
import { domScript } from './browser/dom-script.ts';
import { inboxScript } from './browser/inbox-script.ts';
import { mapScript } from './browser/map-script.ts';
import { messageScript } from './browser/message-script.ts';
import { viewStyle } from './browser/view-style.ts';
import { renderTownMapStyle } from './town-svg-style.ts';

// The browser's side of the page stands in the sources as text (`String.raw`), one small ES module per view.
// The package is bundled into one file per entry, so there is no folder of assets beside it whose path would
// be sure; a build step for a few hundred lines of script would be more to understand than it saves. What the
// types cannot check here, tests in a real browser do.

/** Scripts and styles by name, as answers. */
export function createAssets(): ReadonlyMap<string, SandboxAnswer> {
  return new Map([
    ['page.css', style(baseStyle + viewStyle + renderTownMapStyle('auto'))],
    ['app.js', script(appScript)],
    ['dom.js', script(domScript)],
    ['inbox.js', script(inboxScript)],
    ['message.js', script(messageScript)],
    ['map.js', script(mapScript)],
    ['channels.js', script(channelsScript)],
  ]);
}

function script(body: string): SandboxAnswer {
  return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body };
}

function style(body: string): SandboxAnswer {
  return { status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body };
}
