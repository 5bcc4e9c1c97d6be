const paths = {
  inbox: 'M3 13h5l1.5 3h5L16 13h5M3 13l3-8h12l3 8v6H3z',
  requests: 'M4 7h13m0 0-4-4m4 4-4 4M20 17H7m0 0 4-4m-4 4 4 4',
  faults: 'M13 3 5 14h6l-1 7 8-11h-6z',
  webhooks: 'M6 16a3 3 0 1 0 3 3h7m1-3a3 3 0 1 1-2 5M9 8a3 3 0 1 1 5 2l4 6M12 7l-4 9',
  inbound: 'M12 4v10m0 0-4-4m4 4 4-4M4 15v5h16v-5',
  map: 'm9 4-6 2v14l6-2 6 2 6-2V4l-6 2zm0 0v14m6-12v14',
  channels:
    'M12 12h.01M8 8a5.7 5.7 0 0 0 0 8m8-8a5.7 5.7 0 0 1 0 8M5 5a10 10 0 0 0 0 14M19 5a10 10 0 0 1 0 14',
  project: 'M16 19v-1a4 4 0 0 0-8 0v1m4-8a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4 4h16v16H4z',
  clip: 'M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.4 3.4 0 0 1 5 5l-8.5 8.5a1.7 1.7 0 0 1-2.5-2.5L14.5 7.5',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  search: 'M20 20l-4-4m2-5a7 7 0 1 1-14 0 7 7 0 0 1 14 0z',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
