import type { ReceivedMessage } from '@org/sandbox';
import { renderTownMap, type Town } from '@org/sandbox/maps';
import type { RealtimeActivity } from '@org/sandbox/realtime';
import type { DrawnRouting, DrawnTrack } from './routing.ts';

export interface TourPage {
  readonly town: Town;
  readonly drawn: DrawnRouting;
  readonly messages: readonly ReceivedMessage[];
  readonly activities: readonly RealtimeActivity[];
}

/** The results of the tour as one page without external resources: the map, the mails, the events. */
export function renderPage({ town, drawn, messages, activities }: TourPage): string {
  const map = renderTownMap(town, {
    routes: drawn.routes.flatMap(({ geometry }) => (geometry === undefined ? [] : [{ geometry }])),
    isochrones: drawn.isochrones.toReversed(),
    points: [
      { position: drawn.from, label: 'A', kind: 'start' },
      { position: drawn.to, label: 'B', kind: 'end' },
    ],
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>The tour of ${escapeHtml(town.name)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escapeHtml(town.name)}</h1>
<p>The results of <code>npm start</code>, on real parts:
an SMTP server, Valhalla, a Pusher-protocol server.</p>
</header>
<main>
<section class="map"><h2>Routing</h2>${map}
<p>From the Library to the Theatre: by car over Old Bridge, on foot over the footbridge.
Around the Market Hall: 2, 4 and 6 minutes on foot.</p></section>
<section class="map ride"><h2>${escapeHtml(drawn.track.name)}</h2>${renderTrack(town, drawn.track)}
<p>A track that was read from a GPX file: the roads, and above them the points of the file.</p></section>
<section><h2>Email</h2>${messages.map(renderMessage).join('')}</section>
<section><h2>Realtime</h2><ol>${activities.map(renderActivity).join('')}</ol></section>
</main>
</body>
</html>
`;
}

/** The roads of a track on the map, and what the file has as dots. */
function renderTrack(town: Town, { name, recorded, matched }: DrawnTrack): string {
  const routes = matched.map(({ geometry }) => ({ geometry }));
  const points = recorded.flatMap((segment) => segment.points.map(({ position }) => ({ position })));
  return renderTownMap(town, { routes, points }, { title: name });
}

function renderMessage({ parsed, envelope, via }: ReceivedMessage): string {
  const files = parsed.attachments.map(
    ({ filename, content }) => `${filename ?? 'file'} (${content.byteLength} bytes)`,
  );
  const sent = `${envelope.from} → ${envelope.to.join(', ')} · ${via === 'api' ? 'HTTP API' : 'SMTP relay'}`;
  const content = parsed.html ?? `<pre>${escapeHtml(parsed.text ?? '')}</pre>`;
  // The mail's own HTML is in a sandboxed frame: it can neither run scripts nor load resources.
  return `<article>
<h3>${escapeHtml(parsed.subject ?? '(no subject)')}</h3>
<p class="meta">${escapeHtml(sent)}</p>
<iframe sandbox title="${escapeHtml(parsed.subject ?? 'mail')}"
  srcdoc="${escapeHtml(mailStyle + content)}"></iframe>
${files.length > 0 ? `<p class="meta">Attached: ${escapeHtml(files.join(', '))}</p>` : ''}
</article>`;
}

// The style of a mail program for a mail without styles.
const mailStyle = `<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 1rem } h1 { margin: 0; font-size: 1.3rem }
</style>`;

function renderActivity({ kind, channel, event, preview }: RealtimeActivity): string {
  const what = [channel, event].filter((part) => part !== undefined).join(' · ');
  const code = preview === undefined ? '' : `<code>${escapeHtml(preview)}</code>`;
  return `<li><b>${escapeHtml(kind)}</b> ${escapeHtml(what)} ${code}</li>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif;
  --line: light-dark(#d9dde3, #343a44); --quiet: light-dark(#5c6675, #9aa4b2); }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem;
  background: light-dark(#fbfbfa, #14171c); color: light-dark(#1d232b, #e6e9ee); }
h1 { font-size: 2rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
.meta, header p, .map p { color: var(--quiet); margin: .25rem 0 .75rem; font-size: .9rem; }
.map svg { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 10px; }
/* The points of a file are many and small. */
.map.ride .point circle { r: 4px; fill: #c5383a; stroke-width: 1.5px; }
article { border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 0 0 1rem; }
article > :last-child { display: block; margin-bottom: 0; }
iframe { width: 100%; height: 9rem; border: 1px solid var(--line); border-radius: 6px;
  background: #fff; color-scheme: light; }
ol { padding-left: 1.5rem; } li { margin: .2rem 0; } code { font-size: .85em; overflow-wrap: anywhere; }
`;
