import { useEffect, useRef, useState } from 'preact/hooks';
import type { ViewProps } from '../context.ts';
import { ask } from '../server.ts';
import { Choice, Empty, envLines } from '../ui.tsx';
import {
  type End,
  type Place,
  type Profile,
  profiles,
  type WaysAnswer,
  type WaysQuery,
} from './map-model.ts';
import { MapResult } from './map-result.tsx';
import { drawLayer, parseDrawing, positionOf } from './town-drawing.ts';

interface MapAnswer {
  readonly svg: string;
  readonly places: readonly Place[];
}

/** A route between two places of the map, and reachable areas. */
export function MapView({ info }: ViewProps) {
  const [map, setMap] = useState<MapAnswer>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    ask<MapAnswer>('/api/map').then(setMap, (error: Error) => setProblem(error.message));
  }, []);
  if (problem)
    return (
      <Empty title="Your own map" lines={envLines(info.env, ['OPENROUTESERVICE_', 'VALHALLA_'])}>
        {problem} Routing uses it. Environment for programs:
      </Empty>
    );
  return map ? <TownMap map={map} /> : null;
}

const findPlace = (places: readonly Place[], name: string) => places.find((place) => place.name === name);

function TownMap({ map: { svg, places } }: { map: MapAnswer }) {
  const [profile, setProfile] = useState<Profile>(profiles[0]);
  const [ends, setEnds] = useState<readonly (End | undefined)[]>(() => [
    findPlace(places, 'Station') ?? places[0],
    findPlace(places, 'Market Hall') ?? places.at(-1),
  ]);
  const [hasReach, setReach] = useState(false);
  const [from, to] = ends;
  const rangesSeconds = hasReach ? profile.minutes.map((minutes) => minutes * 60) : [];
  const query: WaysQuery | undefined = from &&
    to && { profile: profile.value, from: from.position, to: to.position, rangesSeconds };
  const { answer, isLoading, problem } = useWays(query);
  const next = useRef(0);
  const setEnd = (index: number, end: End) => setEnds(ends.map((each, at) => (at === index ? end : each)));
  return (
    <div class="columns">
      <Drawing
        svg={svg}
        answer={answer}
        onChoose={({ position, distanceTo }) => {
          const near = places.find((place) => distanceTo(place.position) < 18);
          const rounded = position.map((degrees) => Math.round(degrees * 1e6) / 1e6) as [number, number];
          setEnd(next.current, near ?? { name: undefined, position: rounded });
          next.current = 1 - next.current;
        }}
      />
      <div class={`map-panel${isLoading ? ' loading' : ''}`}>
        <Choice
          legend="Travel by"
          name="profile"
          options={profiles}
          value={profile.value}
          onChange={(value) => setProfile(profiles.find((each) => each.value === value) ?? profile)}
        />
        <div class="ends">
          <EndChoice name="From" mark="A" places={places} end={from} onChoose={(end) => setEnd(0, end)} />
          <EndChoice name="To" mark="B" places={places} end={to} onChoose={(end) => setEnd(1, end)} />
          <button type="button" class="quiet" onClick={() => setEnds([to, from])}>
            Swap
          </button>
        </div>
        <p class="hint">Or click on the map: first A, then B.</p>
        <label class="check">
          <input
            type="checkbox"
            checked={hasReach}
            onChange={(event) => setReach(event.currentTarget.checked)}
          />
          <span>Show the reachable area in {profile.minutes.join(', ')} minutes</span>
        </label>
        <div class="result" aria-live="polite">
          {problem && <p class="problem">{problem}</p>}
          {answer && query && <MapResult answer={answer} query={query} />}
        </div>
      </div>
    </div>
  );
}

function useWays(query: WaysQuery | undefined) {
  const [state, setState] = useState<{ answer?: WaysAnswer; problem?: string }>({});
  const [isLoading, setLoading] = useState(false);
  const key = JSON.stringify(query);
  useEffect(() => {
    if (query === undefined) return;
    const stop = new AbortController();
    setLoading(true);
    ask<WaysAnswer>('/api/ways', { method: 'POST', json: query, signal: stop.signal })
      .then(
        (answer) => setState({ answer }),
        (error: Error) => stop.signal.aborted || setState({ problem: error.message }),
      )
      .finally(() => stop.signal.aborted || setLoading(false));
    return () => stop.abort();
  }, [key]);
  return { ...state, isLoading };
}

function Drawing({
  svg,
  answer,
  onChoose,
}: {
  svg: string;
  answer: WaysAnswer | undefined;
  onChoose: (at: ReturnType<typeof positionOf>) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement | undefined>(undefined);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    const drawn = parseDrawing(svg);
    const { width, height } = drawn.viewBox.baseVal;
    drawn.style.setProperty('--ratio', String(width / height));
    drawing.current = drawn;
    drawn.addEventListener('click', (event) => choose.current(positionOf(drawn, event)));
    frame.current?.replaceChildren(drawn);
  }, [svg]);
  useEffect(() => {
    if (drawing.current === undefined || answer === undefined) return;
    drawLayer(drawing.current, 'ways', answer.ways);
    drawLayer(drawing.current, 'points', answer.points);
  }, [svg, answer]);
  return <div class="map-frame" ref={frame} />;
}

function EndChoice({
  name,
  mark,
  places,
  end,
  onChoose,
}: {
  name: 'From' | 'To';
  mark: string;
  places: readonly Place[];
  end: End | undefined;
  onChoose: (end: End) => void;
}) {
  const index = places.findIndex((place) => place.name === end?.name);
  const id = `map-${name.toLowerCase()}`;
  return (
    <>
      <label for={id}>
        <span class={`mark ${name === 'From' ? 'start' : 'end'}`} aria-hidden="true">
          {mark}
        </span>
        <span class="sr">{name}</span>
      </label>
      <select
        id={id}
        value={String(index)}
        onChange={(event) => {
          const place = places[Number(event.currentTarget.value)];
          if (place) onChoose(place);
        }}
      >
        {index === -1 && (
          <option value="-1">{end?.position.map((degrees) => degrees.toFixed(5)).join(', ')}</option>
        )}
        {places.map((place, at) => (
          <option key={place.name} value={String(at)}>
            {place.name}
          </option>
        ))}
      </select>
    </>
  );
}
