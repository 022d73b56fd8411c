let knownPx = 0;

/**
 * Sets `--above` to the height of the sticky elements at the top, for everything below them. Elements that
 * scroll with the page count as 0. A change styles the whole page again.
 */
export function measureSticky(top: HTMLElement): void {
  const stays = getComputedStyle(top).position === 'sticky';
  const heightPx = stays ? top.getBoundingClientRect().height : 0;
  if (heightPx === knownPx) return;
  knownPx = heightPx;
  document.documentElement.style.setProperty('--above', `${heightPx}px`);
}
