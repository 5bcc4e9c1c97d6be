export { drawHeatMap } from './heat-map.ts';
export { drawMap } from './map.ts';
export type { PictureContent, PictureOptions } from './options.ts';
export { drawText } from './text.ts';
export type { Theme } from './theme.ts';
