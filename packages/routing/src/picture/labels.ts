import type { Box, Pixel } from './projection.ts';

// Characters of Chinese, Japanese and Korean, and emoji, begin here.
const firstWide = 0x1100;
const boldFactor = 1.12;

/**
 * About the width of a text of 12 pixels, in the widest of the usual fonts. Nothing measures it: a picture is
 * drawn without a browser.
 */
export function widthOf(text: string, isBold = false): number {
  const width = Array.from(text).reduce((sum, character) => sum + widthOfCharacter(character), 0);
  return isBold ? width * boldFactor : width;
}

function widthOfCharacter(character: string): number {
  if ((character.codePointAt(0) ?? 0) >= firstWide) return 13;
  return /[WM@%mw]/.test(character) ? 12 : /[A-Z]/.test(character) ? 8.6 : 7;
}

/** The text, with its end left out where it is wider. */
export function fitText(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let left = width - widthOf('…');
  let kept = '';
  for (const character of text) {
    left -= widthOfCharacter(character);
    if (left < 0 && kept !== '') break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** A label at the end of its baseline that is next to its pin. */
export interface PlacedLabel {
  readonly index: number;
  readonly at: Pixel;
  readonly anchor: 'start' | 'middle' | 'end';
}

const height = 16;
const distance = 15;

/**
 * Places for the labels of pins: right, left, above or below the pin, inside the picture, over no other label
 * and over none of these boxes. A label without such a place is left out.
 */
export function placeLabels(
  pins: readonly { readonly at: Pixel; readonly label?: string | undefined }[],
  taken: readonly Box[],
  size: { readonly width: number; readonly height: number },
): PlacedLabel[] {
  const boxes = [
    ...taken,
    ...pins.map(({ at: [x, y] }) => ({ x: x - 11, y: y - 11, width: 22, height: 22 })),
  ];
  return pins.flatMap(({ at: [x, y], label = '' }, index) => {
    const width = widthOf(label, true);
    const candidates = [
      ['start', x + distance, y - height / 2],
      ['end', x - distance, y - height / 2],
      ['middle', x, y - distance - height],
      ['middle', x, y + distance],
    ] as const;
    const boxOf = ([anchor, at, top]: (typeof candidates)[number]): Box => {
      const left = { start: at, middle: at - width / 2, end: at - width }[anchor];
      return { x: left, y: top, width, height };
    };
    const free = candidates.find((candidate) => isFree(boxOf(candidate), boxes, size));
    if (label === '' || free === undefined) return [];
    boxes.push(boxOf(free));
    const [anchor, at, top] = free;
    return [{ index, at: [at, top + height - 4], anchor }];
  });
}

function isFree(box: Box, boxes: readonly Box[], size: { readonly width: number; readonly height: number }) {
  const isInside =
    box.x >= 4 && box.y >= 4 && box.x + box.width <= size.width - 4 && box.y + box.height <= size.height - 4;
  return isInside && !boxes.some((other) => overlap(box, other));
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
