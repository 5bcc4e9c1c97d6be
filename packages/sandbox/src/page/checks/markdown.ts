// The descriptions and notes of caniemail.com have code, links, bold and italic text, and no other Markdown.

/** Markdown as HTML, with absolute links. */
export function renderMarkdown(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .replaceAll('"', '&quot;')
    .replace(/`([^`]{1,500})`/g, '<code>$1</code>')
    .replace(/\[([^\][]{1,300})\]\(((?:https?:\/)?\/[^\s()]{1,500})\)/g, (_, label: string, url: string) => {
      const href = url.startsWith('/') ? `https://www.caniemail.com${url}` : url;
      return `<a href="${href}" target="_blank">${label}</a>`;
    });
}

export function stripMarkdown(text: string): string {
  return text.replaceAll('`', '').replace(/\[([^\][]{1,300})\]\([^\s()]{1,500}\)/g, '$1');
}
