import { go } from './router.ts';

/** Makes a click anywhere in a row follow its link, unless text is selected. */
export const opensRow = (address: string) => (event: MouseEvent) => {
  const { target } = event;
  const onLink = target instanceof Element && target.closest('a') !== null;
  if (!onLink && getSelection()?.isCollapsed !== false) go(address);
};

/** Moves the focus between rows with the arrow keys, Home and End. */
export function moveBetweenRows(event: KeyboardEvent): void {
  const { currentTarget, target } = event;
  if (!(currentTarget instanceof Element && target instanceof HTMLElement)) return;
  const links = Array.from(currentTarget.querySelectorAll<HTMLElement>('.row-link'));
  const at = links.indexOf(target);
  if (at === -1) return;
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  };
  const next = links[targets[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
