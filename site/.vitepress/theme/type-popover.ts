// A popover with the type of a name in code: on hover, on tap, and with the keyboard on a block of code,
// where the arrows go from name to name. `site/hovers.ts` has put the texts on the block.

let name: HTMLElement | undefined;
const popover = () => document.querySelector<HTMLElement>('.type-popover') ?? create();

function create(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'type-popover';
  element.id = 'type-popover';
  element.role = 'tooltip';
  element.hidden = true;
  element.append(document.createElement('code'), document.createElement('p'));
  document.body.append(element);
  return element;
}

const nameAt = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-name]') ?? undefined) : undefined;

function show(next: HTMLElement): void {
  const block = next.closest<HTMLElement>('[data-hovers]');
  if (block === null) return;
  hide();
  name = next;
  const texts: readonly (readonly [string, string?])[] = JSON.parse(block.dataset['hovers'] ?? '[]');
  const [type = '', sentence = ''] = texts[Number(next.dataset['name'])] ?? [];
  const element = popover();
  element.firstElementChild?.replaceChildren(type);
  element.lastElementChild?.replaceChildren(sentence);
  element.hidden = false;
  next.setAttribute('aria-describedby', element.id);
  next.classList.add('has-popover');
  place();
}

function hide(): void {
  popover().hidden = true;
  name?.removeAttribute('aria-describedby');
  name?.classList.remove('has-popover');
  name = undefined;
}

/** Under the name, or above it where there is more space. */
function place(): void {
  if (name === undefined) return;
  if (!name.isConnected) {
    hide();
    return;
  }
  const element = popover();
  const at = name.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = at.bottom + height + 8 < clientHeight || at.top < height + 8;
  element.style.top = `${isBelow ? at.bottom + 4 : at.top - height - 4}px`;
  element.style.left = `${Math.max(8, Math.min(at.left, clientWidth - width - 8))}px`;
}

/** From the focused block or name to the name before or after it. */
function move(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const focused = document.activeElement;
  const block = focused?.closest('[data-hovers]');
  if (step === undefined || !block || event.ctrlKey || event.metaKey || event.altKey) return;
  const names = [...block.querySelectorAll<HTMLElement>('[data-name]')];
  const next = names[Math.max(0, names.indexOf(focused as HTMLElement) + step)];
  if (next === undefined) return;
  event.preventDefault();
  next.tabIndex = -1;
  next.focus();
}

export function installTypePopover(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (action: () => void, delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(action, delayMs);
  };
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch') return;
    const next = nameAt(target);
    if (next !== undefined) later(() => show(next), name === undefined ? 150 : 0);
    // The pointer may go into the popover.
    else if (target instanceof Element && target.closest('.type-popover')) clearTimeout(timer);
    else later(() => name !== document.activeElement && hide(), 200);
  });
  document.addEventListener('click', ({ target }) => {
    const next = nameAt(target);
    if (next !== undefined) show(next);
    else if (!(target instanceof Element && target.closest('.type-popover'))) hide();
  });
  document.addEventListener('focusin', ({ target }) => {
    const next = nameAt(target);
    if (next === undefined) hide();
    else show(next);
  });
  document.addEventListener('keydown', (event) => (event.key === 'Escape' ? hide() : move(event)));
  document.addEventListener('scroll', place, { capture: true, passive: true });
}
