/** Colours of a picture. @public */
export type Theme = 'light' | 'dark';

/** The colours of one theme. */
export interface Palette {
  readonly ground: string;
  readonly grid: string;
  readonly street: string;
  readonly text: string;
  readonly muted: string;
  readonly halo: string;
  readonly noValue: string;
  readonly routes: readonly string[];
}

// The colours of routes are Okabe and Ito's, which people with any colour vision tell apart
// ("Color Universal Design", 2008).
export const palettes: Readonly<Record<Theme, Palette>> = {
  light: {
    ground: '#f6f5f1',
    grid: '#e6e3da',
    street: '#d3cfc3',
    text: '#2b2f33',
    muted: '#6a6f73',
    halo: '#ffffff',
    noValue: '#e3e0d8',
    routes: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00'],
  },
  dark: {
    ground: '#14181c',
    grid: '#20262c',
    street: '#39424b',
    text: '#e8eaec',
    muted: '#9aa3ab',
    halo: '#0b0e11',
    noValue: '#242a30',
    routes: ['#56b4e9', '#e69f00', '#33c99c', '#cc79a7', '#f0e442'],
  },
};

// Five steps of Matplotlib's map "viridis", whose lightness grows evenly.
const viridis = ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725'];

/** The colour of a share from 0 to 1. */
export function sequentialColor(share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (viridis.length - 1);
  const low = Math.min(Math.floor(at), viridis.length - 2);
  const [from, to] = [channels(viridis[low]), channels(viridis[low + 1])];
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * (at - low)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channels(color = '#000000'): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** Black or white: what is easier to read on the colour (relative luminance of WCAG 2). */
export function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#101418' : '#ffffff';
}
