import { allowedAttributes, allowedElements, pictureAttributes } from './allowed.ts';
import { type HtmlToken, tokenizeHtml } from './tokens.ts';

/**
 * Writes HTML with allowed elements and attributes only. This code writes every "<" of the result, so a
 * browser cannot find another tag in it. Links keep their address as `data-href`, or as `href` for a document
 * of its own (`hasLinks`), where nothing happens before they are pressed.
 */
export function makeHtmlInert(html: string, hasLinks = false): string {
  let inert = '';
  for (const token of tokenizeHtml(html)) inert += renderToken(token, hasLinks);
  return inert;
}

function renderToken(token: HtmlToken, hasLinks: boolean): string {
  if (token.kind === 'text') return escapeText(token.text);
  // The doctype decides between standards and quirks mode.
  if (token.kind === 'doctype') return /^<![^<>]{1,200}>$/.test(token.text) ? token.text : '';
  if (!allowedElements.has(token.name)) return '';
  if (token.kind === 'end') return `</${token.name}>`;
  const { name, attributes, rawText } = token;
  const start = `<${name}${[...attributes].map((each) => renderAttribute(each, hasLinks)).join('')}>`;
  if (rawText === undefined) return start;
  return start + (name === 'style' ? escapeStyle(rawText) : escapeText(rawText));
}

function renderAttribute([name, value]: readonly [string, string], hasLinks: boolean): string {
  if (name === 'href' && hasLinks && /^(?:https?|mailto):/i.test(value))
    return ` href="${escapeValue(value)}"`;
  if (name === 'href') return ` data-href="${escapeValue(value)}"`;
  const isAllowed = pictureAttributes.has(name) ? /^data:image\//i.test(value) : allowedAttributes.has(name);
  return isAllowed ? ` ${name}="${escapeValue(value)}"` : '';
}

function escapeText(text: string): string {
  return text.replaceAll('<', '&lt;');
}

function escapeValue(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;');
}

/** CSS ignores `<!--` and `-->` between rules. Other "<" are escaped as in CSS. */
function escapeStyle(css: string): string {
  return css.replace(/<!--|-->/g, '').replace(/<(?=[a-z/!?]|$)/gi, '\\3c ');
}
