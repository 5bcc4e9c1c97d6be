/** A made-up answer of openrouteservice: a route of three steps. */
export const directions = {
  bbox: [8.681423, 49.414599, 8.690123, 49.420514],
  routes: [
    {
      summary: { distance: 1365.2, duration: 263.3 },
      segments: [
        {
          distance: 1365.2,
          duration: 263.3,
          steps: [0, 1, 2].map((index) => ({
            distance: index === 2 ? 0 : 682.6,
            duration: index === 2 ? 0 : 131.65,
            type: [11, 1, 10][index],
            instruction: 'Turn right onto Gerhart-Hauptmann-Straße',
            name: 'Gerhart-Hauptmann-Straße',
            way_points: [Math.min(index, 2), Math.min(index + 1, 2)],
          })),
        },
      ],
      bbox: [8.681423, 49.414599, 8.690123, 49.420514],
      geometry: 'ihrlHkr~s@c]i^qDoG',
      way_points: [0, 2],
    },
  ],
  metadata: { attribution: 'openrouteservice.org | OpenStreetMap contributors' },
};
