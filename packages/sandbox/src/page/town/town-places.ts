import type { TownPlace } from '../../map/town.ts';
import { escapeMarkup } from '../markup.ts';
import { type LabelBox, type LabelSpace, textBox } from './label-space.ts';
import type { DrawingPoint, TownProjection } from './town-projection.ts';

const fontSize = 13;
const edge = 60;

/** A place with its name, or a sign at the edge for a place outside. */
export function renderPlace(
  { name, position }: TownPlace,
  projection: TownProjection,
  space: LabelSpace,
): string {
  const point = projection.project(position);
  if (!projection.contains(position)) return renderSign(name, point, projection, space);
  const [x, y] = point;
  const anchor = x > projection.width - edge ? 'end' : x < edge ? 'start' : 'middle';
  const textX = x + shift[anchor] * 14;
  const textY = y < 40 ? y + 30 : y - 13;
  const box = boxOf([textX, textY], name, anchor);
  if (!projection.isWide) space.occupy(box);
  else if (!space.claim(box)) return ''; // of many places, those with space for their name
  space.occupy([x - 9, y - 9, x + 9, y + 9]);
  return (
    `<g class="place"><circle cx="${x}" cy="${y}" r="6"/><text class="${anchor}" x="${textX}" y="${textY}` +
    `">${escapeMarkup(name)}</text></g>`
  );
}

const shift = { start: -1, middle: 0, end: 1 } as const;

function renderSign(
  name: string,
  [x, y]: DrawingPoint,
  { width, height }: TownProjection,
  space: LabelSpace,
): string {
  const [middleX, middleY] = [width / 2, height / 2];
  const reach = Math.max(Math.abs(x - middleX) / (middleX - 12), Math.abs(y - middleY) / (middleY - 8));
  const edgeX = Math.round(middleX + (x - middleX) / reach);
  const edgeY = Math.round(middleY + (y - middleY) / reach) + 4;
  const anchor = edgeX > middleX ? 'end' : 'start';
  const arrow = arrows[`${y < middleY ? 'north' : 'south'}-${x < middleX ? 'west' : 'east'}`];
  const text = `${name} ${arrow}`;
  space.occupy(boxOf([edgeX, edgeY], text, anchor));
  return (
    `<g class="place sign"><text class="${anchor}" x="${edgeX}" y="${edgeY}">${escapeMarkup(text)}</text>` +
    '</g>'
  );
}

const arrows = { 'north-west': '↖', 'north-east': '↗', 'south-west': '↙', 'south-east': '↘' } as const;

function boxOf([x, y]: DrawingPoint, text: string, anchor: keyof typeof shift): LabelBox {
  const box = textBox([x, y - 4], text, fontSize);
  const half = (box[2] - box[0]) / 2;
  const moved = -shift[anchor] * half;
  return [box[0] + moved, box[1], box[2] + moved, box[3]];
}
