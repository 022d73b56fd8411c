import { go } from './router.ts';

/** A click anywhere in a row follows its link, unless it selects text. */
export const opensRow = (address: string) => (event: MouseEvent) => {
  const { target } = event;
  const onLink = target instanceof Element && target.closest('a') !== null;
  if (!onLink && getSelection()?.isCollapsed !== false) go(address);
};

/** Up and down move between rows, Home and End to the ends. */
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
