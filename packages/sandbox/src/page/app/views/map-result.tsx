import { useState } from 'preact/hooks';
import { formatDistance, formatDuration } from '../format.ts';
import { ask } from '../server.ts';
import { Code } from '../ui.tsx';
import { renderMapCurl, renderProgram } from './map-code.ts';
import { profiles, type WaysAnswer, type WaysQuery } from './map-model.ts';

/** The route in numbers and steps, and its request as code. */
export function MapResult({ answer, query }: { answer: WaysAnswer; query: WaysQuery }) {
  const { route, reach, problem } = answer;
  return (
    <>
      {problem && (
        <p class="problem">
          {problem.message}
          <code>{problem.code}</code>
        </p>
      )}
      {route && (
        <p class="summary">
          <strong>{formatDuration(route.durationSeconds)}</strong>
          <span class="hint">{formatDistance(route.distanceMeters)}</span>
        </p>
      )}
      {reach && (
        <ul class="reaches" aria-label="Reachable areas from A">
          {reach.map(({ rangeSeconds, areaSquareMeters }) => (
            <li key={rangeSeconds}>
              {formatDuration(rangeSeconds)}: {((areaSquareMeters ?? 0) / 1e6).toFixed(2)} km²
            </li>
          ))}
        </ul>
      )}
      <Comparison key={JSON.stringify([query.from, query.to])} query={query} />
      <details>
        <summary>The request as code</summary>
        <Code text={renderProgram(query)} label="TypeScript" />
        <Code text={renderMapCurl(query)} label="curl" />
      </details>
      {route && (
        <ol class="steps">
          {route.steps.map((step, index) => (
            <li key={index}>
              <span>{step.instruction}</span>
              {step.distanceMeters > 0 && <span class="hint">{formatDistance(step.distanceMeters)}</span>}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** The same route by every profile. */
function Comparison({ query }: { query: WaysQuery }) {
  const [answers, setAnswers] = useState<readonly (WaysAnswer | undefined)[]>();
  const compare = async () => {
    const asked = profiles.map(({ value }) =>
      ask<WaysAnswer>('/api/ways', {
        method: 'POST',
        json: { ...query, profile: value, rangesSeconds: [] },
      }).catch(() => undefined),
    );
    setAnswers(await Promise.all(asked));
  };
  if (answers === undefined)
    return (
      <button type="button" class="quiet" onClick={compare}>
        Compare all profiles
      </button>
    );
  return (
    <table class="comparison" aria-label="All profiles">
      <tbody>
        {profiles.map(({ value, label }, index) => {
          const route = answers[index]?.route;
          return (
            <tr key={value}>
              <th scope="row">{label}</th>
              <td>{route ? formatDuration(route.durationSeconds) : 'no route'}</td>
              <td>{route && formatDistance(route.distanceMeters)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
