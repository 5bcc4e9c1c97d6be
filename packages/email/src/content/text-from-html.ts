import { ConfigurationError } from '@org/core';

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
    throw new ConfigurationError({
      message:
        "text: 'from-html' needs the package html-to-text, version 10, in your program: " +
        'npm install html-to-text@10',
      outcome: 'not-sent',
      cause,
    });
  }
}
