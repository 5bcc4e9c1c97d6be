/** The map view: a route between two places of the town, and reachable areas. */
export const mapScript = `
import { request, distance, duration, emptyState, envLines, fill, h } from './dom.js';

const profiles = [
  { name: 'driving', label: 'Car', minutes: [1, 2, 3] },
  { name: 'truck', label: 'Truck', minutes: [1, 2, 3] },
  { name: 'cycling', label: 'Bicycle', minutes: [1, 2, 4] },
  { name: 'walking', label: 'On foot', minutes: [3, 6, 10] },
];

// The page parses only this markup: the drawing from its own server.
const identity = { createHTML: (svg) => svg };
const policy = globalThis.trustedTypes?.createPolicy('town-map', identity) ?? identity;

function parseSvg(svg) {
  const parsed = new DOMParser().parseFromString(policy.createHTML(svg), 'image/svg+xml');
  return document.importNode(parsed.documentElement, true);
}

function parseLayer(markup) {
  return [...parseSvg('<svg xmlns="http://www.w3.org/2000/svg">' + markup + '</svg>').childNodes];
}

export function createMap({ root, env, views }) {
  if (views.map === 'own-map') {
    const text = 'The page draws only the made-up town. Routing uses your map. Environment for programs:';
    fill(root, emptyState('Your own map', text, envLines(env, ['OPENROUTESERVICE_', 'VALHALLA_'])));
    return { show() {} };
  }
  const state = { profile: profiles[0], from: undefined, to: undefined, withReach: false };
  const frame = h('div', { class: 'map-frame' });
  const panel = h('div', { class: 'map-panel' });
  fill(root, h('div', { class: 'columns' }, frame, panel));
  const result = h('div', { class: 'result', 'aria-live': 'polite' });
  let map;
  let places = [];
  let svg;
  let pending = new AbortController();

  const profileChoice = h(
    'fieldset',
    { class: 'choice' },
    h('legend', {}, 'Travel by'),
    ...profiles.map((profile) =>
      h(
        'label',
        {},
        h('input', {
          type: 'radio',
          name: 'profile',
          value: profile.name,
          checked: profile === state.profile,
          onchange: () => {
            state.profile = profile;
            describeReach();
            update();
          },
        }),
        h('span', {}, profile.label),
      ),
    ),
  );
  const ends = { from: h('select', { id: 'map-from' }), to: h('select', { id: 'map-to' }) };
  const reachLabel = h('span', {});
  const reach = h(
    'label',
    { class: 'check' },
    h('input', {
      type: 'checkbox',
      onchange: (event) => {
        state.withReach = event.currentTarget.checked;
        update();
      },
    }),
    reachLabel,
  );
  const swap = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: () => {
        [state.from, state.to] = [state.to, state.from];
        drawEnds();
        update();
      },
    },
    'Swap',
  );
  fill(
    panel,
    profileChoice,
    h(
      'div',
      { class: 'ends' },
      h(
        'label',
        { for: 'map-from' },
        h('span', { class: 'mark start' }, 'A'),
        h('span', { class: 'sr' }, 'From'),
      ),
      ends.from,
      h('label', { for: 'map-to' }, h('span', { class: 'mark end' }, 'B'), h('span', { class: 'sr' }, 'To')),
      ends.to,
      swap,
    ),
    h('p', { class: 'hint' }, 'Or click on the map: first A, then B.'),
    reach,
    result,
  );
  for (const end of ['from', 'to']) {
    ends[end].addEventListener('change', (event) => {
      const place = places[Number(event.currentTarget.value)];
      if (place !== undefined) state[end] = { name: place.name, position: place.position };
      drawEnds();
      update();
    });
  }
  describeReach();

  function describeReach() {
    reachLabel.textContent = 'Show the reachable area in ' + state.profile.minutes.join(', ') + ' minutes';
  }

  function drawEnds() {
    for (const end of ['from', 'to']) {
      const chosen = state[end];
      const index = places.findIndex((place) => place.name === chosen?.name);
      const options = places.map((place, at) =>
        h('option', { value: at, selected: at === index }, place.name),
      );
      if (chosen !== undefined && index === -1) {
        options.unshift(
          h(
            'option',
            { value: 'point', selected: true },
            chosen.position.map((degrees) => degrees.toFixed(5)).join(', '),
          ),
        );
      }
      fill(ends[end], ...options);
    }
  }

  async function load() {
    map = await request('/api/map');
    places = map.places;
    svg = parseSvg(map.svg);
    svg.addEventListener('click', choosePoint);
    fill(frame, svg);
    const find = (name) => places.find((place) => place.name === name);
    state.from = find('Station') ?? places[0];
    state.to = find('Market Hall') ?? places.at(-1);
    drawEnds();
    await update();
  }

  let nextEnd = 'from';

  function choosePoint(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const { west, north, perLongitude, perLatitude } = svg.dataset;
    const position = [Number(west) + at.x / Number(perLongitude), Number(north) - at.y / Number(perLatitude)];
    const near = places.find(
      (place) =>
        Math.hypot(
          (place.position[0] - position[0]) * Number(perLongitude),
          (place.position[1] - position[1]) * Number(perLatitude),
        ) < 18,
    );
    state[nextEnd] = near ?? {
      name: undefined,
      position: position.map((degrees) => Math.round(degrees * 1e6) / 1e6),
    };
    nextEnd = nextEnd === 'from' ? 'to' : 'from';
    drawEnds();
    update();
  }

  async function update() {
    if (state.from === undefined || state.to === undefined) return;
    pending.abort();
    pending = new AbortController();
    const { signal } = pending;
    const rangesSeconds = state.withReach ? state.profile.minutes.map((minutes) => minutes * 60) : [];
    const query = {
      profile: state.profile.name,
      from: state.from.position,
      to: state.to.position,
      rangesSeconds,
    };
    root.classList.add('loading');
    try {
      const answer = await request('/api/ways', { method: 'POST', json: query, signal });
      svg.querySelector('.ways').replaceChildren(...parseLayer(answer.ways));
      svg.querySelector('.points').replaceChildren(...parseLayer(answer.points));
      drawResult(answer);
      root.classList.remove('loading');
    } catch (error) {
      if (signal.aborted) return;
      root.classList.remove('loading');
      fill(result, h('p', { class: 'problem' }, error.message));
    }
  }

  function drawResult({ route, reach, problem }) {
    fill(
      result,
      problem && h('p', { class: 'problem' }, problem.message, h('code', {}, problem.code)),
      route &&
        h(
          'p',
          { class: 'summary' },
          h('strong', {}, duration(route.durationSeconds)),
          h('span', {}, distance(route.distanceMeters)),
        ),
      reach &&
        h(
          'ul',
          { class: 'reaches', 'aria-label': 'Reachable areas from A' },
          ...reach.map(({ rangeSeconds, areaSquareMeters }) =>
            h('li', {}, duration(rangeSeconds) + ': ' + (areaSquareMeters / 1e6).toFixed(2) + ' km²'),
          ),
        ),
      route &&
        h(
          'ol',
          { class: 'steps' },
          ...route.steps.map((step) =>
            h(
              'li',
              {},
              h('span', {}, step.instruction),
              step.distanceMeters > 0 && h('span', { class: 'hint' }, distance(step.distanceMeters)),
            ),
          ),
        ),
    );
  }

  load().catch((error) => fill(frame, h('p', { class: 'problem' }, error.message)));
  return { show() {} };
}
`;
