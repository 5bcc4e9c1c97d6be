import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const overscan = 6;

/**
 * A list of rows of one height, of which only those in sight exist. `render` and `idOf` get the index of a
 * row, `onRange` the first and last one that is wanted. A row keeps its element, and so focus and a press,
 * while others come above it.
 */
export function VirtualList({
  label,
  count,
  rowHeight,
  selected,
  idOf,
  render,
  onRange,
}: {
  label: string;
  count: number;
  rowHeight: number;
  selected?: number;
  idOf: (index: number) => string | undefined;
  render: (index: number) => ComponentChildren;
  onRange?: (first: number, last: number) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, height: 800 });
  const measure = () => {
    const { scrollTop = 0, clientHeight = 0 } = frame.current ?? {};
    setSight({ top: scrollTop, height: clientHeight || 800 });
  };
  useEffect(() => {
    measure();
    const watcher = new ResizeObserver(measure);
    if (frame.current) watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, []);
  const first = Math.max(0, Math.min(Math.floor(sight.top / rowHeight) - overscan, count - 1));
  const last = Math.min(count - 1, Math.ceil((sight.top + sight.height) / rowHeight) + overscan);
  useEffect(() => onRange?.(first, last), [first, last]);
  useEffect(() => {
    if (selected === undefined || selected < 0 || frame.current === null) return;
    const { scrollTop, clientHeight } = frame.current;
    const top = selected * rowHeight;
    if (top < scrollTop) frame.current.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight)
      frame.current.scrollTop = top + rowHeight - clientHeight;
  }, [selected]);
  const rows = [];
  for (let index = first; index <= last; index += 1) {
    rows.push(
      <li
        key={idOf(index) ?? `#${index}`}
        style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
        aria-setsize={count}
        aria-posinset={index + 1}
      >
        {render(index)}
      </li>,
    );
  }
  return (
    <div class="virtual" ref={frame} onScroll={measure}>
      <ol aria-label={label} style={{ height: `${count * rowHeight}px` }}>
        {rows}
      </ol>
    </div>
  );
}
