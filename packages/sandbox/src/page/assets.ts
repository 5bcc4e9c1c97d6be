import type { SandboxResponse } from '../http/exchange.ts';
import { appScript } from './browser/app-script.ts';
import { baseStyle } from './browser/base-style.ts';
import { channelsScript } from './browser/channels-script.ts';
import { domScript } from './browser/dom-script.ts';
import { inboxScript } from './browser/inbox-script.ts';
import { mapScript } from './browser/map-script.ts';
import { messageScript } from './browser/message-script.ts';
import { projectScript } from './browser/project-script.ts';
import { viewStyle } from './browser/view-style.ts';
import { renderTownMapStyle } from './town-svg-style.ts';

// The scripts of the page are text in the sources (`String.raw`), one small ES module for each view. The
// package is bundled, so a folder of assets would have no certain path, and a build step would cost more than
// it saves. Tests in a real browser check the scripts, because the compiler cannot.

/** The responses for scripts and styles, by file name. */
export function createAssets(): ReadonlyMap<string, SandboxResponse> {
  return new Map([
    ['page.css', style(baseStyle + viewStyle + renderTownMapStyle('auto'))],
    ['app.js', script(appScript)],
    ['dom.js', script(domScript)],
    ['inbox.js', script(inboxScript)],
    ['message.js', script(messageScript)],
    ['project.js', script(projectScript)],
    ['map.js', script(mapScript)],
    ['channels.js', script(channelsScript)],
  ]);
}

function script(body: string): SandboxResponse {
  return { status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' }, body };
}

function style(body: string): SandboxResponse {
  return { status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body };
}
