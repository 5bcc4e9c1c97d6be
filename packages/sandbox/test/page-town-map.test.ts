import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTown, renderTownMap, type Town } from '../src/maps.ts';

const town = createTown();

const entity = '&(?:amp|lt|gt|quot|#39);';
const attributePattern = `\\s+[a-zA-Z:-]+="[^"<&]*(?:${entity}[^"<&]*)*"`;
const chunkPattern = new RegExp(`^(?:([^<&>]+|${entity})|<(/?)([a-z]+)((?:${attributePattern})*)(/?)>)`);

/**
 * Tags and their attributes; throws for anything that is not well-formed XML of the kind this renderer
 * writes.
 */
function parseXml(
  text: string,
): { readonly tag: string; readonly attributes: ReadonlyMap<string, string> }[] {
  const elements: { tag: string; attributes: ReadonlyMap<string, string> }[] = [];
  const open: string[] = [];
  let rest = text;
  while (rest !== '') {
    const [chunk, plain, closing, tag = '', attributeText = '', selfClosing] = chunkPattern.exec(rest) ?? [];
    if (chunk === undefined) throw new SyntaxError(`not well-formed at: ${rest.slice(0, 80)}`);
    rest = rest.slice(chunk.length);
    if (plain !== undefined) continue;
    if (closing) {
      if (open.pop() !== tag) throw new SyntaxError(`</${tag}> closes something else`);
      continue;
    }
    const pairs = [...attributeText.matchAll(/([a-zA-Z:-]+)="([^"]*)"/g)];
    const attributes = new Map(pairs.map(([, name = '', value = '']) => [name, value]));
    if (attributes.size !== pairs.length) throw new SyntaxError(`an attribute twice in <${tag}>`);
    elements.push({ tag, attributes });
    if (!selfClosing) open.push(tag);
  }
  if (open.length > 0) throw new SyntaxError(`<${open.at(-1)}> stays open`);
  return elements;
}

const drawn = (svg: string) => parseXml(svg.replace(/<style>.*?<\/style>/s, ''));

const hostile = [
  '<script>alert(1)</script>',
  '"><image href="http://evil.example"/>',
  "' onload='alert(1)",
  ']]></text><script/>',
  '&lt;&amp;&#60;',
  '</style><script>1</script>',
  'a\u0000b\u0008c\uFFFE',
  'half \uD800 surrogate \uDC00',
  '𝕏 Straße 北京',
];

function renamed(name: string): Town {
  const give = <Named extends { readonly name: string }>(one: Named): Named => ({ ...one, name });
  return {
    ...town,
    name,
    streets: town.streets.slice(0, 4).map(give),
    areas: town.areas.map(give),
    places: town.places.map(give),
  };
}

describe('renderTownMap', () => {
  it('draws every street, area and place of the town', () => {
    const svg = renderTownMap(town);
    const names = [...svg.matchAll(/<text[^>]*>([^<]+)</g)].map(([, name]) => name);
    for (const { name } of town.places)
      expect(
        names.some((text) => text?.startsWith(name)),
        name,
      ).toBe(true);
    for (const name of [
      'River Lark',
      'Linden Park',
      'Market Street',
      'West Ring',
      'Alder Lane',
      'South Quay',
    ]) {
      expect(names).toContain(name);
    }
    expect(new Set(names).size).toBe(names.length);
  });

  it('is well-formed and pure: the same town has the same text', () => {
    expect(drawn(renderTownMap(town))[0]?.tag).toBe('svg');
    expect(renderTownMap(town)).toBe(renderTownMap(createTown()));
  });

  it.each(hostile)('writes the name %j as text and as nothing else', (name) => {
    const layers = { points: [{ position: [10.001, 50.001], label: name }] };
    const elements = drawn(renderTownMap(renamed(name), layers, { title: name }));
    expect([...new Set(elements.map(({ tag }) => tag))].sort()).toEqual(
      ['circle', 'g', 'path', 'polygon', 'rect', 'svg', 'text'].filter((tag) =>
        elements.some((element) => element.tag === tag),
      ),
    );
    for (const { attributes } of elements) {
      for (const attribute of attributes.keys()) expect(attribute).not.toMatch(/^on|href|src/);
    }
  });

  it('is well-formed for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        drawn(renderTownMap(renamed(name), {}, { title: name }));
      }),
      { numRuns: 200 },
    );
  });

  it('keeps all coordinates of the town inside its box', () => {
    const elements = drawn(renderTownMap(town));
    const [, , width = 0, height = 0] = (elements[0]?.attributes.get('viewBox') ?? '').split(' ').map(Number);
    expect(width).toBeGreaterThan(0);
    for (const { attributes } of elements) {
      const line = attributes.get('points') ?? '';
      const isArrow = attributes.get('class') === 'arrow'; // drawn around its own middle
      const pairs = isArrow
        ? []
        : [...line.matchAll(/([-\d.]+),([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
      const ends = [...(attributes.get('d') ?? '').matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [
        Number(x),
        Number(y),
      ]);
      const single = attributes.has('cx')
        ? [[Number(attributes.get('cx')), Number(attributes.get('cy'))]]
        : [];
      const text = attributes.has('x') ? [[Number(attributes.get('x')), Number(attributes.get('y'))]] : [];
      for (const [x = -1, y = -1] of [...pairs, ...ends, ...single, ...text]) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(height);
      }
    }
  });

  it('places positions of the town where they are: north up, west left, to the metre', () => {
    const at = ([longitude, latitude]: readonly number[]) => {
      const svg = renderTownMap(town, { points: [{ position: [longitude ?? 0, latitude ?? 0] }] });
      const [, x, y] = /class="point via"><circle cx="([\d.]+)" cy="([\d.]+)"/.exec(svg) ?? [];
      return [Number(x), Number(y)] as const;
    };
    const station = at([10, 50]);
    const blockNorth = at([10, 50.0009]);
    const blockEast = at([10.0014, 50]);
    expect(blockNorth[0]).toBe(station[0]);
    expect(station[1] - blockNorth[1]).toBeCloseTo(64, 0); // 100 m
    expect(blockEast[1]).toBe(station[1]);
    expect(blockEast[0] - station[0]).toBeCloseTo(64, 0);
  });

  it('draws routes, isochrones and points of the routing client', () => {
    const line = {
      coordinates: [
        [10, 50, 120],
        [10.0014, 50, 121],
        [10.0014, 50.0009, 119],
      ],
    };
    const square = (size: number) => [
      [10, 50],
      [10 + size, 50],
      [10 + size, 50 + size],
      [10, 50],
    ];
    const svg = renderTownMap(town, {
      routes: [{ geometry: line }, { geometry: line }],
      isochrones: [
        { geometry: { type: 'Polygon', coordinates: [square(0.001)] } },
        { geometry: { type: 'MultiPolygon', coordinates: [[square(0.002)], [square(0.003)]] } },
      ],
      points: [{ position: [10, 50], label: 'A', kind: 'start' }],
    });
    const classes = drawn(svg).map(({ attributes }) => attributes.get('class'));
    expect(classes.filter((name) => name === 'reach')).toHaveLength(2);
    expect(classes.filter((name) => name === 'route')).toHaveLength(1);
    expect(classes.filter((name) => name === 'route alternative')).toHaveLength(1);
    // The best route lies above its alternative, and the smaller reach above the larger.
    expect(classes.indexOf('route alternative')).toBeLessThan(classes.indexOf('route'));
    const reaches = drawn(svg).filter(({ attributes }) => attributes.get('class') === 'reach');
    expect(reaches[0]?.attributes.get('d')?.match(/M/g)).toHaveLength(2);
  });

  it.each([{ bounds: {} }, { ...town, bounds: null }, { ...town, places: undefined }])(
    'refuses what is no town',
    (wrong) => {
      expect(() => renderTownMap(wrong as never)).toThrow(
        'town must be a town of prepareTown(), not an object',
      );
    },
  );

  it.each([[[Number.NaN, 50]], [[10]], [[]], [[10, Number.POSITIVE_INFINITY]]])(
    'refuses the position %j',
    (position) => {
      expect(() => renderTownMap(town, { points: [{ position }] })).toThrow(TypeError);
    },
  );

  it('brings its colours, or leaves them to the page', () => {
    expect(renderTownMap(town)).toContain('prefers-color-scheme');
    expect(renderTownMap(town, {}, { scheme: 'dark' })).not.toContain('prefers-color-scheme');
    expect(renderTownMap(town, {}, { scheme: 'none' })).not.toContain('<style');
  });
});
