import { createFakeTransport } from '@org/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plunk } from '../src/drivers/plunk/index.ts';
import { smtp } from '../src/drivers/smtp/index.ts';
import { createEmailClient } from '../src/index.ts';
import type { TemplateLanguage } from '../src/model/capabilities.ts';
import type { TemplateValue } from '../src/model/resources/template.ts';
import { renderTemplate } from '../src/preview/render-template.ts';

const render = (
  template: string,
  variables: Readonly<Record<string, TemplateValue>>,
  language: TemplateLanguage = 'plunk',
  isHtml = true,
) => renderTemplate(template, new Map(Object.entries(variables)), { language, isHtml });

describe('a template rendered here', () => {
  it.each<[TemplateLanguage, string, string]>([
    [
      'plunk',
      'Hi {{name}} of {{ user.city }}, {{ none ?? friend }}, {{ none ?? "dear friend" }}',
      'Hi Bob of Bern, friend, dear friend',
    ],
    ['triple-braces', 'Hi {{{name}}}, {{name}}', 'Hi Bob, {{name}}'],
  ])('%s: %s', (language, template, expected) => {
    expect(render(template, { name: 'Bob', user: { city: 'Bern' } }, language)).toBe(expected);
  });

  it('writes 0 and false, and lists as JSON', () => {
    expect(render('{{count}}{{flag}}{{list}}', { count: 0, flag: false, list: [1] }, 'plunk', false)).toBe(
      '0false[1]',
    );
  });

  it('E9: escapes values in HTML, and not in a subject', () => {
    expect(render('<p>{{x}}</p>', { x: `<b a="1">&'` })).toBe('<p>&lt;b a=&quot;1&quot;&gt;&amp;&#39;</p>');
    expect(render('{{x}}', { x: '<b>' }, 'plunk', false)).toBe('<b>');
  });

  it('E9: no value adds a tag, an attribute or a placeholder', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{{y}}', '{{{y}}}', '<script>', '"><img>', '$&', "$'", '&amp;', '{{#if a}}', '{y}'),
    );
    fc.assert(
      fc.property(hostile, hostile, (x, y) => {
        const html = render('<a title="{{x}}">{{y}}</a>', { x, y });
        const inner = /^<a title="([^"<>]*)">([^<>]*)<\/a>$/su.exec(html);
        expect(inner).not.toBeNull();
        const decode = (text = '') =>
          text.replace(
            /&(amp|lt|gt|quot|#39);/g,
            (entity) =>
              new Map([
                ['&amp;', '&'],
                ['&lt;', '<'],
                ['&gt;', '>'],
                ['&quot;', '"'],
                ['&#39;', "'"],
              ]).get(entity) ?? '',
          );
        expect([decode(inner?.[1]), decode(inner?.[2])]).toEqual([x, y]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{{name}}', {}],
    ['{{user.city}}', { user: {} }],
    ['{{constructor}}', {}],
    ['{{__proto__.polluted}}', {}],
    ['{{name}}', { name: null }],
  ])('E9: refuses a placeholder without a value: %s', (template, variables) => {
    expect(() => render(template, variables as Record<string, TemplateValue>)).toThrow(
      expect.objectContaining({ code: 'invalid-input', outcome: 'not-sent' }),
    );
  });

  it.each([
    '{{> footer}}',
    '{{#with user}}x{{/with}}',
    '{{formatDate x}}',
    '{{#if a}}x{{/if}}',
    '{{a.b.(c)}}',
    '{{}}',
  ])('refuses what it does not run: %s', (template) => {
    expect(() => render(template, { a: true, x: 1 })).toThrow(
      expect.objectContaining({ code: 'unsupported' }),
    );
  });
});

describe('preview', () => {
  const message = { from: 'Ann <ann@acme.dev>', to: ['bob@example.com', 'cat@example.com'], subject: 'Hi' };

  it('shows a message as send would send it, and sends nothing', async () => {
    const transport = createFakeTransport([]);
    const email = createEmailClient({ driver: plunk({ apiKey: 'unused' }), transport });
    const preview = await email.preview({
      ...message,
      text: 'a < b',
      priority: 'high',
      attachments: [{ filename: 'a.txt', content: () => new Blob(['12345']) }],
    });
    expect(preview).toMatchObject({
      from: 'Ann <ann@acme.dev>',
      // Plunk sends a mail of its own to each recipient.
      to: ['bob@example.com'],
      subject: 'Hi',
      html: expect.stringContaining('a &lt; b'),
      headers: { 'X-Priority': '1 (Highest)', Importance: 'high' },
      attachments: [{ filename: 'a.txt', contentType: 'text/plain', bytes: 5 }],
      lossy: [{ field: 'text', action: 'approximated' }],
    });
    expect(transport.requests).toEqual([]);
  });

  it('fills a template of the service', async () => {
    const template = { id: 't', name: 'Welcome', subject: 'Hi {{name}}', body: '<p>{{name}}</p>' };
    const transport = createFakeTransport([{ answer: { status: 200, json: template } }]);
    const email = createEmailClient({ driver: plunk({ apiKey: 'unused' }), transport });
    const preview = await email.preview({
      to: 'bob@example.com',
      template: { id: 't', variables: { name: 'Bob & Co' } },
    });
    expect([preview.subject, preview.html]).toEqual(['Hi Bob & Co', '<p>Bob &amp; Co</p>']);
    expect(transport.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('refuses what send refuses', async () => {
    const email = createEmailClient({ driver: smtp({ host: 'relay.acme.dev' }) });
    await expect(email.preview({ ...message, html: '' })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(
      email.preview({ to: 'bob@example.com', from: 'ann@acme.dev', template: { id: 'x' } as never }),
    ).rejects.toMatchObject({ code: 'unsupported' });
  });
});
