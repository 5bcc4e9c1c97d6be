import { type Peer, peerError } from '@org/core/basics';

export const htmlToTextPeer: Peer = { feature: "text: 'from-html'", name: 'html-to-text', from: '9.0.0' };

/** Plain text of the same content: lines of 78 characters, links with their address, no images. */
export async function makeText(html: string): Promise<string> {
  const { convert } = await load();
  return convert(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
      { selector: 'img', format: 'skip' },
    ],
  });
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
