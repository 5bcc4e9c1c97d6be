import { randomBytes } from 'node:crypto';
import type { SandboxResponse } from '../http/exchange.ts';
import { pagePolicy } from './headers.ts';

/**
 * The page: an empty frame for its script. Each response has a new nonce. The page may connect to the
 * realtime service, for its own client.
 */
export function renderPage(realtime?: { readonly host: string; readonly port: number }): SandboxResponse {
  const nonce = randomBytes(18).toString('base64');
  const socketUrl = realtime && `ws://${realtime.host}:${realtime.port}`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(nonce, socketUrl),
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sandbox</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/assets/page.css" nonce="${nonce}">
<script type="module" src="/assets/app.js" nonce="${nonce}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<div id="app"></div>
<noscript><p class="empty">This page needs JavaScript. It loads only files of this sandbox.</p></noscript>
</body>
</html>
`,
  };
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" ' +
    'fill="#2f6f6a"/><path d="M4 17l4-8 4 5 3-8 5 11z" fill="#fff"/></svg>',
)}`;
