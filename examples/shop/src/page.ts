import { html } from 'hono/html';
import type { Orders } from './orders.ts';

const items = ['Rye loaf', 'Sourdough', 'Cinnamon roll'];

/** The part of the page that changes. */
export const list = ({ all, suppressed }: Orders) => html`
  <table>
    <thead><tr><th>Order</th><th>For</th><th>Its mail</th></tr></thead>
    <tbody>
      ${all.map(
        ({ id, item, email, history }) => html`<tr>
          <td>${id} · ${item}</td><td>${email}</td><td>${history.join(' → ')}</td>
        </tr>`,
      )}
    </tbody>
  </table>
  <h2>No mail to</h2>
  <ul>${[...suppressed].map(([address, reason]) => html`<li><b>${address}</b>: ${reason}</li>`)}</ul>`;

export const page = (orders: Orders, inbox: string) => html`<!doctype html>
  <html lang="en">
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>The Bread Shop</title>
    <style>
      :root { color-scheme: light dark; --line: light-dark(#e5ddd0, #3a352e); }
      body { font: 16px/1.5 system-ui; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; }
      body { background: light-dark(#fffaf2, #1b1815); }
      form { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1.5rem 0 2rem; }
      input { flex: 1; }
      input, select, button { font: inherit; padding: 0.5rem 0.75rem; border-radius: 0.5rem; }
      input, select { border: 1px solid var(--line); background: light-dark(#fff, #26221d); }
      button { border: 0; background: #b4501e; color: #fff; cursor: pointer; }
      table { width: 100%; border-collapse: collapse; }
      th, td { text-align: start; padding: 0.5rem 0.5rem 0.5rem 0; border-bottom: 1px solid var(--line); }
      h2 { font-size: 1rem; margin: 2rem 0 0.5rem; }
      ul:empty::after { content: 'Nobody yet. Order for bounce@example.com.'; opacity: 0.6; }
      ul { padding: 0; list-style: none; }
    </style>
    <h1>The Bread Shop</h1>
    <p>Every order sends a mail. <a href="${inbox}">The inbox</a> is on the sandbox’s page.</p>
    <form method="post" action="/orders">
      <select name="item" aria-label="Item">${items.map((item) => html`<option>${item}</option>`)}</select>
      <input name="email" type="email" required aria-label="Email" placeholder="bob@example.com" />
      <button>Order</button>
    </form>
    <main>${list(orders)}</main>
    <script>
      new EventSource('/live').onmessage = ({ data }) => (document.querySelector('main').innerHTML = data);
    </script>
  </html>`;
