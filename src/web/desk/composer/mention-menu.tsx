import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { ErrorNotice } from '../../ui/notice.tsx';
import { LastActive } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { foldNames, optionId, OptionList, pressInList } from './option-list.tsx';
import type { Desk } from '../state/desk.ts';
import type { Colleague } from '../state/state.ts';

/** Connects the note's field with the menu. The focus stays in the field. */
export interface MentionMenuHandle {
  /** Handles a key of the menu. Returns false for other keys. */
  press(event: KeyboardEvent): boolean;
}

interface MentionMenuProps {
  desk: Desk;
  id: string;
  /** The text after the `@`. */
  search: string;
  handle: RefObject<MentionMenuHandle | null>;
  /** Called with the id of the selected option. */
  onActive: (optionId: string | undefined) => void;
  onChoose: (name: string) => void;
  onClose: () => void;
}

const MAX_SHOWN = 6;

/** The colleagues whose names match the text after an `@`. */
export function MentionMenu({ desk, id, search, handle, onActive, onChoose, onClose }: MentionMenuProps) {
  const { problem, retry } = useLoaded(desk.mentions.loadColleagues);
  const { colleagues } = desk.state.get();
  const found = colleagues && matchingNames(colleagues, search);
  const [chosen, choose] = useState(0);
  const active = Math.min(chosen, (found?.length ?? 1) - 1);
  const isEmpty = !found || found.length === 0;
  // Without a match the text after an `@` is plain text.
  const isHidden = found?.length === 0 && search !== '';

  useEffect(() => choose(0), [search]);
  useEffect(() => {
    onActive(isEmpty ? undefined : optionId(id, active));
    return () => onActive(undefined);
  }, [active, isEmpty]);
  useLayoutEffect(() => {
    handle.current = {
      press: (event) =>
        !isHidden &&
        pressInList(event, {
          active,
          count: found?.length ?? 0,
          select: choose,
          choose: (index) => onChoose(found?.[index]?.name ?? ''),
          close: onClose,
        }),
    };
    return () => {
      handle.current = null;
    };
  });

  if (isHidden) return null;
  return (
    <OptionList
      {...{ id, active }}
      label="Colleagues"
      options={found}
      keyOf={({ oid }) => oid}
      onChoose={({ name }) => onChoose(name)}
      show={({ name, lastSeenAt }) => (
        <>
          <b>
            <UntrustedText text={name} />
          </b>
          <span>
            Active <LastActive at={lastSeenAt} />
          </span>
        </>
      )}
    >
      {found?.length === 0 && <p>No other agent was active in the last 30 days.</p>}
      <ErrorNotice isStrip sentence={problem} onRetry={retry} />
    </OptionList>
  );
}

/** Colleagues with a name of which a word begins with the search, in their order. */
function matchingNames(colleagues: readonly Colleague[], search: string): Colleague[] {
  const wanted = foldNames(search);
  return colleagues
    .filter(({ name }) => {
      const folded = foldNames(name);
      return folded.startsWith(wanted) || folded.includes(` ${wanted}`);
    })
    .slice(0, MAX_SHOWN);
}
