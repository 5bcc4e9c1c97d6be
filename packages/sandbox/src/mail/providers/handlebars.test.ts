import { describe, expect, it } from 'vitest';
import { renderHandlebars } from './handlebars.ts';

const values = {
  name: 'Ann & <Bob>',
  order: { id: 7, lines: [{ title: 'Tea' }, { title: 'Milk' }] },
  isNew: true,
  none: [],
  zero: 0,
};

describe('a template', () => {
  it.each([
    ['{{name}} {{{name}}} {{&name}}', 'Ann &amp; &lt;Bob&gt; Ann & <Bob> Ann & <Bob>'],
    ['{{order.id}}{{ missing }}{{order.missing.deeper}}', '7'],
    ['{{#if isNew}}new{{else}}old{{/if}} {{#if zero}}new{{else}}old{{/if}}', 'new old'],
    ['{{#unless isNew}}old{{/unless}}{{^none}}empty{{/none}}', 'empty'],
    ['{{#each order.lines}}{{@index}}:{{title}}{{#unless @last}}, {{/unless}}{{/each}}', '0:Tea, 1:Milk'],
    ['{{#each none}}x{{else}}nothing{{/each}}', 'nothing'],
    ['{{#order.lines}}<{{title}} of {{../order.id}}>{{/order.lines}}', '<Tea of 7><Milk of 7>'],
    ['{{#with order}}{{id}} {{@root.isNew}}{{/with}}', '7 true'],
    ['{{#order}}{{#each lines}}{{this.title}}{{../id}}{{/each}}{{/order}}', 'Tea7Milk7'],
    [
      '{{! a comment }}{{formatDate now}} {{/if}} {{#if isNew}}open',
      '{{formatDate now}} {{/if}} {{#if isNew}}open',
    ],
    ['{{constructor}}{{__proto__.x}}{{order.lines.length}}', '2'],
  ])('%s', (template, expected) => {
    expect(renderHandlebars(template, values, true)).toBe(expected);
  });

  it('escapes in HTML only', () => {
    expect(renderHandlebars('{{name}}', values, false)).toBe('Ann & <Bob>');
  });

  it('ends when it is too large, too deep, or too long a walk', () => {
    const list = Array.from({ length: 1000 }, () => 0);
    const walk = '{{#each list}}{{#each @root.list}}{{#each @root.list}}{{/each}}{{/each}}{{/each}}';
    expect(() => renderHandlebars(walk, { list }, true)).toThrow('steps');
    expect(() => renderHandlebars('{{#if a}}'.repeat(60), {}, true)).toThrow('nested');
    expect(() =>
      renderHandlebars('{{#each list}}{{@root.text}}{{/each}}', { list, text: 'x'.repeat(20_000) }, true),
    ).toThrow('large');
  });
});
