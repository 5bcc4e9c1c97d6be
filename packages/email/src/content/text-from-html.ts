import { type Peer, peerError } from '@org/core/basics';
import { ofCaller } from './of-caller.ts';

export const htmlToTextPeer: Peer = { feature: "text: 'from-html'", name: 'html-to-text', from: '9.0.0' };

/**
 * Plain text of the same content: lines of 78 characters, links with their address, no images.
 *
 * @throws RequestBodyError for HTML that is nested too deeply
 */
export async function makeText(html: string): Promise<string> {
  const { convert } = await load();
  const selectors = [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'img', format: 'skip' },
  ];
  return ofCaller('html', undefined, async () => convert(html, { wordwrap: 78, selectors }));
}

// Loaded with the first such message: a program without one need not install it. Bundlers must not fail
// without it: esbuild accepts a missing import in `try`, and webpack leaves this one to the runtime.
async function load() {
  try {
    return await import(/* webpackIgnore: true */ 'html-to-text');
  } catch (cause) {
    throw peerError(htmlToTextPeer, undefined, cause);
  }
}
