import type { DrawingPoint } from './town-projection.ts';

/** Left, top, right, bottom, in units of the drawing. */
export type LabelBox = readonly [left: number, top: number, right: number, bottom: number];

/** The space that labels occupy, so that labels do not overlap. */
export type LabelSpace = ReturnType<typeof createLabelSpace>;

export function createLabelSpace(width: number, height: number) {
  const taken: LabelBox[] = [];
  return {
    /** Occupies the space if it is inside the drawing and free. */
    claim(box: LabelBox) {
      const [left, top, right, bottom] = box;
      if (left < 0 || top < 0 || right > width || bottom > height) return false;
      if (taken.some((other) => overlap(box, other))) return false;
      taken.push(box);
      return true;
    },
    /** Occupies the space, free or not. */
    occupy: (box: LabelBox) => void taken.push(box),
  };
}

/** The space of one line of text around its middle, rotated by `angle` degrees. A letter is 0.52 em wide. */
export function textBox([x, y]: DrawingPoint, text: string, fontSize: number, angle = 0): LabelBox {
  const [long, high] = [text.length * fontSize * 0.52, fontSize];
  const turn = (angle * Math.PI) / 180;
  const halfWidth = (Math.abs(Math.cos(turn)) * long + Math.abs(Math.sin(turn)) * high) / 2;
  const halfHeight = (Math.abs(Math.sin(turn)) * long + Math.abs(Math.cos(turn)) * high) / 2;
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];
}

function overlap(one: LabelBox, other: LabelBox): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}
