import './style/base.css';
import './style/frame.css';
import './style/inbox.css';
import './style/message.css';
import './style/tags.css';
import './style/views.css';
import './style/channels.css';
import './style/webhooks.css';
import './style/project.css';
import './style/phone.css';
import './style/touch.css';
import { render } from 'preact';
import { App } from './app.tsx';
import type { SandboxInfo } from './context.ts';
import { ask } from './server.ts';

const root = document.getElementById('app');
const info = await ask<SandboxInfo>('/api/sandbox');
if (root) render(<App info={info} />, root);
