// The page parses only this markup: the drawing from its own server.
const identity = { createHTML: (svg: string) => svg };

interface TrustedTypes {
  createPolicy(name: string, rules: typeof identity): { createHTML(svg: string): string };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('town-map', identity) ?? identity;

export function parseDrawing(svg: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(policy.createHTML(svg), 'image/svg+xml');
  return document.importNode(parsed.documentElement, true) as unknown as SVGSVGElement;
}

export function drawLayer(drawing: SVGSVGElement, layer: 'ways' | 'points', markup: string): void {
  const parsed = parseDrawing(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`);
  drawing.querySelector(`.${layer}`)?.replaceChildren(...parsed.childNodes);
}

/** The position of a click, and how far it is from another one, in units of the drawing. */
export function positionOf(drawing: SVGSVGElement, event: MouseEvent) {
  const matrix = drawing.getScreenCTM();
  const { west, north, perLongitude, perLatitude } = drawing.dataset;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
  const position = [
    Number(west) + at.x / Number(perLongitude),
    Number(north) - at.y / Number(perLatitude),
  ] as const;
  return {
    position,
    distanceTo: ([longitude, latitude]: readonly [number, number]): number =>
      Math.hypot(
        (longitude - position[0]) * Number(perLongitude),
        (latitude - position[1]) * Number(perLatitude),
      ),
  };
}
