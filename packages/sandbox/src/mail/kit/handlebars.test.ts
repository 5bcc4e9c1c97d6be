import Handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';
import { renderHandlebars } from './handlebars.ts';

const values = {
  name: 'Ann & <Bob> "q" \'s\' `b` =',
  order: { id: 7, lines: [{ title: 'Tea', sub: { a: 1 } }, { title: 'Milk' }] },
  isNew: true,
  isOld: false,
  none: [],
  zero: 0,
  empty: '',
  nothing: null,
  text: 'str',
  list: ['a', 'b'],
  map: { x: 1, y: 2 },
  nested: [[1, 2], [3]],
  'a-b': 'dash',
  'first name': 'space',
};

const templates = [
  '{{name}} {{{name}}} {{&name}} {{{ name }}}',
  '{{order.id}}{{ missing }}{{order.missing.deeper}}{{order/id}}',
  '{{zero}}|{{empty}}|{{nothing}}|{{isOld}}|{{list}}|{{order}}',
  '{{#if isNew}}new{{else}}old{{/if}} {{#if zero}}new{{else}}old{{/if}}',
  '{{#if isOld}}a{{else if isNew}}b{{else}}c{{/if}}',
  '{{#if isNew}}{{#if isOld}}a{{else}}b{{/if}}{{else}}c{{/if}}',
  '{{#unless isNew}}old{{else}}new{{/unless}}{{^none}}empty{{/none}}',
  '{{#zero}}z{{/zero}}{{^zero}}nz{{/zero}}{{#isOld}}o{{/isOld}}{{^isOld}}n{{/isOld}}{{#text}}{{.}}{{/text}}',
  '{{#each order.lines}}{{@index}}:{{title}}{{#unless @last}}, {{/unless}}{{/each}}',
  '{{#each order.lines}}{{#if @first}}F{{/if}}{{sub.a}}{{name}}{{../name}}{{/each}}',
  '{{#each none}}x{{else}}nothing{{/each}}{{#each list}}{{this}}{{/each}}{{#list}}{{.}},{{/list}}',
  '{{#each map}}{{@key}}={{this}};{{/each}}',
  '{{#each nested}}{{#each this}}{{@../index}}{{@index}}{{this}} {{/each}}{{/each}}',
  '{{#each order.lines as |line index|}}{{index}}{{line.title}}{{/each}}',
  '{{#order.lines}}<{{title}} of {{../order.id}}>{{/order.lines}}',
  '{{#order}}{{#each lines}}{{this.title}}{{../id}}{{/each}}{{/order}}',
  '{{#with order}}{{id}} {{@root.isNew}}{{/with}}{{#with missing}}x{{else}}y{{/with}}',
  'a {{~name~}} b {{~#if isNew~}} x {{~/if~}} b',
  '{{#if isNew}}\nline\n{{/if}}\nafter {{#each list}}\n  {{this}}\n{{/each}}\nend',
  '{{a-b}} {{[first name]}} {{"name"}} {{this.name}} {{./name}} {{../name}}',
  '{{!-- c }} --}}x{{! d }}\\{{name}}',
  '{{#if (lookup order "id")}}{{lookup order "id"}}{{/if}}{{lookup list 1}}',
  '{{length}}{{order.lines.length}}{{text.length}}{{constructor}}{{__proto__.x}}',
];

describe('a template of Handlebars', () => {
  it.each(templates)('is filled as by Handlebars itself: %s', (template) => {
    expect(renderHandlebars(template, values, true)).toBe(Handlebars.compile(template)(values));
  });

  it('escapes in HTML only', () => {
    expect(renderHandlebars('{{text}} {{name}}', values, false)).toBe(`str ${values.name}`);
  });

  it.each([
    'Hi {{formatDate now}}{{> header}}',
    '{{#equals a b}}\n {{name}}\n{{/equals}}!',
    '{{#if a b}}x{{/if}}',
    '{{#if isNew}}open',
    'one }} {{ other',
  ])('keeps what is no tag of the language: %s', (template) => {
    expect(renderHandlebars(template, values, true)).toBe(template);
  });

  it('ends when it is too large, too deep, or too long a walk', () => {
    const list = Array.from({ length: 1000 }, () => 0);
    const walk = '{{#each list}}{{#each @root.list}}{{#each @root.list}}{{/each}}{{/each}}{{/each}}';
    const deep = `${'{{#if text}}'.repeat(60)}x${'{{/if}}'.repeat(60)}`;
    const long = '{{#each list}}{{@root.text}}{{/each}}';
    expect(() => renderHandlebars(walk, { list }, true)).toThrow('steps');
    expect(() => renderHandlebars(deep, values, true)).toThrow('nested');
    expect(() => renderHandlebars(long, { list, text: 'x'.repeat(20_000) }, true)).toThrow('large');
  });
});
