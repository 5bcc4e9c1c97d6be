/** The frame around the views: navigation, and updates from the server. */
export const appScript = String.raw`
import { request, fill, h } from './dom.js';
import { createInbox } from './inbox.js';
import { createMap } from './map.js';
import { createProject } from './project.js';
import { createChannels } from './channels.js';

const content = document.getElementById('content');
const live = document.getElementById('live');
const sandbox = await request('/api/sandbox');

const views = [
  { name: 'inbox', label: 'Inbox', isOn: sandbox.views.inbox, create: createInbox },
  { name: 'project', label: 'Project', isOn: sandbox.views.inbox, create: createProject },
  { name: 'map', label: 'Map', isOn: sandbox.views.map !== 'off', create: createMap },
  { name: 'channels', label: 'Channels', isOn: sandbox.views.channels, create: createChannels },
].filter((view) => view.isOn);

for (const view of views) {
  view.badge = h('span', { class: 'badge', hidden: true });
  view.link = h('a', { href: '#/' + view.name }, view.label, view.badge);
  view.root = h('section', { class: 'view ' + view.name, 'aria-label': view.label, hidden: true });
  view.setBadge = (count) => {
    view.badge.textContent = count > 999 ? '999+' : String(count);
    view.badge.hidden = count === 0;
  };
}
fill(document.getElementById('views'), ...views.map((view) => view.link));
fill(content, ...views.map((view) => view.root));

function show() {
  const [name = '', ...rest] = location.hash.replace(/^#\/?/, '').split('/');
  const current = views.find((view) => view.name === name) ?? views[0];
  if (current === undefined) return fill(content, h('p', { class: 'empty' }, 'No service is running.'));
  for (const view of views) {
    view.root.hidden = view !== current;
    if (view === current) view.link.setAttribute('aria-current', 'page');
    else view.link.removeAttribute('aria-current');
  }
  document.title = current.label + ' · Sandbox';
  current.shown = true;
  current.instance ??= current.create({
    root: current.root,
    env: sandbox.env,
    views: sandbox.views,
    setBadge: current.setBadge,
  });
  current.instance.show(rest.map(decodeURIComponent));
}

addEventListener('hashchange', () => {
  if (location.hash === '' || location.hash.startsWith('#/')) show();
});
show();

// The inbox shows its count also while another view is open.
const inbox = views.find((view) => view.name === 'inbox');
if (inbox)
  inbox.instance ??= inbox.create({
    root: inbox.root,
    env: sandbox.env,
    views: sandbox.views,
    setBadge: inbox.setBadge,
  });

const updates = new EventSource('/api/live');
const refresh = () => {
  for (const view of views) view.instance?.refresh?.();
};
const showStatus = (state, label) => {
  live.dataset.state = state;
  live.querySelector('.label').textContent = label;
};
updates.onopen = () => {
  showStatus('on', 'Live');
  refresh();
};
updates.onerror = () => showStatus('off', 'Not connected');
for (const topic of ['inbox', 'channels']) {
  updates.addEventListener(topic, () => views.find((view) => view.name === topic)?.instance?.refresh?.());
}
`;
