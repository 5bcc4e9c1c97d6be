import { escapeXml } from '../results/xml.ts';
import type { Pixel } from './projection.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element of SVG. The content is markup; texts come from {@link text}. */
export function tag(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : escapeXml(String(value))}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

export function text([x, y]: Pixel, content: string, attributes: Attributes = {}): string {
  return tag('text', { x, y, ...attributes }, escapeXml(content));
}

/** The commands of a path: tenths of a pixel are finer than any screen shows. */
export function pathOf(line: readonly Pixel[], isClosed = false): string {
  if (line.length === 0) return '';
  const points = line.map(([x, y]) => `${round(x)} ${round(y)}`);
  const distinct = points.filter((point, index) => point !== points[index - 1]);
  return `M${distinct.join('L')}${isClosed ? 'Z' : ''}`;
}

export function round(value: number): string {
  // No negative zero.
  return String(Math.round(value * 10) / 10 + 0);
}

/** The frame of every picture: its size, its names for screen readers, its ground. */
export function frame(
  { width, height, title, description }: Frame,
  ground: string,
  content: readonly string[],
): string {
  const names = tag('title', {}, escapeXml(title)) + tag('desc', {}, escapeXml(description));
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'font-family': 'system-ui, -apple-system, Segoe UI, Roboto, sans-serif',
    'font-size': 12,
  };
  const background = tag('rect', { width, height, fill: ground });
  return `${tag('svg', attributes, `\n${[names, background, ...content.filter(Boolean)].join('\n')}\n`)}\n`;
}

/** The size of a picture and its names. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
}
