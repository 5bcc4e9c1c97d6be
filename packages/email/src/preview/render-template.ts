import { InvalidInputError, UnsupportedError } from '@org/core';
import type { TemplateLanguage } from '../model/capabilities.ts';
import { memberPath } from '../model/member-path.ts';
import { ownValue } from '../model/reader.ts';
import type { TemplateValue } from '../model/resources/template.ts';

interface RenderOptions {
  readonly language: TemplateLanguage;
  /** Values in HTML are escaped. */
  readonly isHtml: boolean;
}

/** Every placeholder, whatever is in it. */
const placeholders: Readonly<Record<TemplateLanguage, RegExp>> = {
  plunk: /\{\{([^{}]*)\}\}/g,
  'triple-braces': /\{\{\{([^{}]*)\}\}\}/g,
};
const plainName = /^[A-Za-z_][\w.-]*$/;

/**
 * Fills a template's placeholders here, without the service.
 *
 * @throws InvalidInputError for a placeholder without a value
 * @throws UnsupportedError for a construct of the language that the preview does not run
 */
export function renderTemplate(
  template: string,
  variables: ReadonlyMap<string, TemplateValue>,
  { language, isHtml }: RenderOptions,
): string {
  const values: unknown = Object.fromEntries(variables);
  return template.replace(placeholders[language], (whole, inner: string) => {
    const { name, fallback } = readPlaceholder(inner, language);
    if (!plainName.test(name)) throw notRun(whole);
    const found = name.split('.').reduce(ownValue, values) ?? fallback;
    if (found === undefined) throw missing(name);
    const text = typeof found === 'object' ? JSON.stringify(found) : String(found);
    return isHtml ? escapeHtml(text) : text;
  });
}

/** Plunk's `{{name ?? "friend"}}` has a value for a missing one. */
function readPlaceholder(inner: string, language: TemplateLanguage) {
  if (language !== 'plunk') return { name: inner.trim(), fallback: undefined };
  const [name = '', fallback] = inner.split('??').map((part) => part.trim());
  return { name, fallback: fallback?.replace(/^(['"])(.*)\1$/, '$2') };
}

function missing(name: string): InvalidInputError {
  const path = memberPath('template.variables', name);
  return new InvalidInputError({
    message: `The template cannot be previewed: it has a placeholder for \`${path}\`, which is missing.`,
    issues: [{ path, message: 'is missing' }],
    outcome: 'not-sent',
  });
}

function notRun(construct: string): UnsupportedError {
  return new UnsupportedError({
    message: `The preview does not run ${construct}. Look at the template in the service.`,
    outcome: 'not-sent',
    issues: [{ path: 'template', message: `has ${construct}` }],
  });
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
