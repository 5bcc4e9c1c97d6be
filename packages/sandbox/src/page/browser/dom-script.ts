/** Elements, requests to the server, and formatted quantities. Text becomes text nodes only. */
export const domScript = String.raw`
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.flat().filter((child) => child !== undefined && child !== null && child !== false),
  );
  return element;
}

/**
 * Puts children in place of what is there, keeping the focus where it was if what had it has the same
 * data-key again.
 */
export function fill(parent, ...children) {
  const key = parent.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  parent.replaceChildren(
    ...children.flat().filter((child) => child !== undefined && child !== null && child !== false),
  );
  if (key !== undefined) parent.querySelector('[data-key="' + CSS.escape(key) + '"]')?.focus();
}

export async function request(path, options = {}) {
  const { method = 'GET', json, signal } = options;
  const headers = { 'x-sandbox-page': 'yes' };
  if (json !== undefined) headers['content-type'] = 'application/json';
  const body = json === undefined ? undefined : JSON.stringify(json);
  const response = await fetch(path, { method, headers, body, signal });
  if (response.status === 204) return undefined;
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? 'The sandbox responded with status ' + response.status);
  return answer;
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

export function time(value) {
  const at = new Date(value);
  return h('time', { datetime: at.toISOString(), title: day.format(at) }, clock.format(at));
}

export function bytes(count) {
  if (count < 1024) return count + ' B';
  if (count < 1024 * 1024) return (count / 1024).toFixed(1) + ' KB';
  return (count / 1024 / 1024).toFixed(1) + ' MB';
}

export function distance(meters) {
  return meters < 1000 ? Math.round(meters) + ' m' : (meters / 1000).toFixed(2) + ' km';
}

export function duration(seconds) {
  if (seconds < 60) return Math.round(seconds) + ' s';
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round(seconds % 60);
  return rest === 0 ? minutes + ' min' : minutes + ' min ' + rest + ' s';
}

/** The text of an empty view, with lines to copy. */
export function emptyState(title, text, lines = []) {
  return h(
    'div',
    { class: 'empty' },
    h('h2', {}, title),
    h('p', {}, text),
    lines.length > 0 &&
      h(
        'div',
        { class: 'copy' },
        h('pre', { tabindex: '0', 'aria-label': 'Environment variables' }, lines.join('\n')),
        h(
          'button',
          { type: 'button', class: 'quiet', onclick: (event) => copy(event.currentTarget, lines.join('\n')) },
          'Copy',
        ),
      ),
  );
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Copy failed: select the text';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}

export function envLines(env, prefixes) {
  return Object.entries(env)
    .filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix)))
    .map(([name, value]) => 'export ' + name + '=' + value);
}
`;
