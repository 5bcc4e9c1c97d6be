import { withoutRepeats } from '../headers.ts';
import type { Loss } from './lossy.ts';

function dropped(detail: string, fit: Loss['fit']): Loss {
  return { action: 'dropped', detail, isHarmless: false, fit };
}

function harmless(detail: string, isLost: (...given: Parameters<Loss['fit']>) => boolean): Loss {
  const fit: Loss['fit'] = (...given) => (isLost(...given) ? {} : undefined);
  return { action: 'approximated', detail, isHarmless: true, fit };
}

export const textLosses: readonly Loss[] = [
  {
    action: 'approximated',
    detail: 'a text without HTML is sent as preformatted HTML',
    isHarmless: false,
    fit: ({ text, html }, { can }) =>
      text !== undefined && html === undefined && (can.text === 'none' || can.text === 'with-html')
        ? {
            html: `<pre style="white-space:pre-wrap;font:inherit">${escapeHtml(text)}</pre>`,
            text: undefined,
          }
        : undefined,
  },
  dropped('the service makes the text part itself, from the HTML', ({ text, html }, { can }) =>
    text !== undefined && html !== undefined && can.text === 'none' ? { text: undefined } : undefined,
  ),
  dropped('the service sends HTML or text, and keeps the HTML', ({ text, html }, { can }) =>
    text !== undefined && html !== undefined && can.text === 'either' ? { text: undefined } : undefined,
  ),
];

export const replyToLosses: readonly Loss[] = [
  dropped('only the first reply address is kept', ({ replyTo }, { can }) =>
    replyTo.length > 1 && can.replyTo === 'one' ? { replyTo: replyTo.slice(0, 1) } : undefined,
  ),
  dropped('the names of reply addresses are left out', ({ replyTo }, { can }) =>
    can.replyToNames === false && replyTo.some(({ name }) => name !== undefined)
      ? { replyTo: replyTo.map(({ address }) => ({ address, name: undefined })) }
      : undefined,
  ),
];

export const headerLosses: readonly Loss[] = [
  dropped('the service takes each header once, and the first is kept', ({ headers }, { can }) => {
    if (headers.length < 2 || can.repeatedHeaders === true) return undefined;
    const kept = withoutRepeats(headers);
    return kept.length < headers.length ? { headers: kept } : undefined;
  }),
];

export const tagLosses: readonly Loss[] = [
  dropped('the service takes fewer tags, and the first are kept', ({ tags }, { limits: { maxTags } }) =>
    maxTags !== undefined && tags.length > maxTags ? { tags: tags.slice(0, maxTags) } : undefined,
  ),
];

export const metadataLosses: readonly Loss[] = [
  harmless(
    'it is in a header that recipients can read',
    ({ metadata }, { can }) => metadata.size > 0 && can.metadata === 'visible',
  ),
];

export const attachmentLosses: readonly Loss[] = [
  harmless(
    'file names are written in ASCII',
    ({ attachments }, { can }) =>
      can.filenames === 'ascii' && attachments.some(({ filename }) => /\P{ASCII}/u.test(filename)),
  ),
];

export const trackingLosses: readonly Loss[] = [
  dropped('the service tracks as its own settings say', ({ tracking }, { can: { tracking: can = [] } }) => {
    const opens = can.includes('opens') ? tracking.opens : undefined;
    const clicks = can.includes('clicks') ? tracking.clicks : undefined;
    const isCarried = opens === tracking.opens && clicks === tracking.clicks;
    return isCarried ? undefined : { tracking: { opens, clicks } };
  }),
];

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
