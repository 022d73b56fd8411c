import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface OptionListProps<T> {
  id: string;
  label: string;
  /** Undefined while loading. */
  options: readonly T[] | undefined;
  keyOf: (option: T) => string;
  /** The index of the selected option. */
  active: number;
  onChoose: (option: T) => void;
  show: (option: T) => ComponentChildren;
  /** Below the options. */
  children?: ComponentChildren;
}

/** The id of an option of a list. */
export const optionId = (id: string, index: number): string => `${id}-${index}`;

/** A list above the composer, for the word that is being typed. The focus stays in the field. */
export function OptionList<T>(props: OptionListProps<T>) {
  const { id, label, options, keyOf, active, onChoose, show, children } = props;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, options]);
  return (
    <div class="canned">
      <ul ref={list} id={id} role="listbox" aria-label={label}>
        {options?.map((option, index) => (
          <li
            key={keyOf(option)}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            // Prevents the field from losing the focus before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            {show(option)}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

interface OpenList {
  /** The index of the selected option, of `count`. */
  active: number;
  count: number;
  select: (index: number) => void;
  choose: (index: number) => void;
  close: () => void;
}

/** Arrows select, Enter and Tab choose, Escape closes the list; false for any other key. */
export function pressInList(
  { key }: KeyboardEvent,
  { active, count, select, choose, close }: OpenList,
): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (key === 'Escape') close();
  else if (count === 0) return false;
  else if (step !== undefined) select((active + step + count) % count);
  else if (key === 'Enter' || key === 'Tab') choose(active);
  else return false;
  return true;
}

/**
 * Removes case and accents, so that a search in names and titles finds them without. It is much smaller than
 * the folding of `src/lib/folding.ts`, which the desk loads on demand.
 */
export const foldNames = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase();
