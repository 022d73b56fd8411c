import { useRef, useState } from 'preact/hooks';
import { fold } from '../../../lib/folding.ts';
import type { Tag } from '../../../conversations/records/tag.ts';
import { MAX_TAGS_OF_CONVERSATION } from '../../../conversations/rules/tags.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { moveBetweenRows } from '../../ui/rows.ts';
import { TagChip, tagsOf } from '../../ui/tags.tsx';
import type { Desk } from '../state/desk.ts';
import { forEachSession, type FailedAction } from '../state/on-each.ts';
import type { DeskState } from '../state/state.ts';
import { Refusals } from './refusals.tsx';

interface TagPickerProps {
  desk: Desk;
  state: DeskState;
  /** One or several conversations. */
  sessionIds: readonly string[];
  onClose: () => void;
}

/**
 * Adds tags to conversations and removes them. Each change is stored immediately. With several conversations
 * a tag is checked if all of them have it.
 */
export function TagPicker({ desk, state, sessionIds, onClose }: TagPickerProps) {
  const { tags = [], rows } = state;
  const [running, setRunning] = useState(false);
  const [refused, setRefused] = useState<readonly FailedAction[]>([]);
  const isOne = sessionIds.length === 1;
  const chosenOf = (sessionId: string) => tagsOf(rows.get(sessionId)?.tagIds, tags);
  const isChosen = (tag: Tag) => sessionIds.every((id) => chosenOf(id).includes(tag));
  const isFull = isOne && sessionIds.some((id) => chosenOf(id).length >= MAX_TAGS_OF_CONVERSATION);
  const toggle = async (tag: Tag) => {
    if (running) return;
    setRunning(true);
    const { addTag, removeTag } = desk.actions;
    const change = isChosen(tag) ? removeTag : addTag;
    setRefused(await forEachSession(desk.state, sessionIds, (id) => change(id, tag.id)));
    setRunning(false);
  };
  return (
    <Dialog title={isOne ? 'Tags' : `Tags of ${sessionIds.length} conversations`} onClose={onClose}>
      {tags.length === 0 ? (
        <p>No tags yet. An admin creates them in the dashboard under Settings.</p>
      ) : (
        <TagList
          tags={tags}
          isChosen={isChosen}
          isDisabled={(tag) => isFull && !isChosen(tag)}
          onToggle={(tag) => void toggle(tag)}
        />
      )}
      <p class="quiet" role="status">
        {isFull && 'A conversation can have up to five tags.'}
      </p>
      <Refusals {...{ state, refused }} tried={sessionIds.length} did="changed" />
      <div class="actions">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}

interface TagListProps {
  tags: readonly Tag[];
  isChosen: (tag: Tag) => boolean;
  isDisabled: (tag: Tag) => boolean;
  onToggle: (tag: Tag) => void;
}

/**
 * A list of tags with a search field. Arrow Down moves into the list, and Enter in the search selects the
 * first match.
 */
function TagList({ tags, isChosen, isDisabled, onToggle }: TagListProps) {
  const [text, setText] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const found = tags.filter(({ name }) => fold(name).includes(fold(text.trim())));
  return (
    <>
      <input
        type="search"
        class="tag-search"
        aria-label="Find a tag"
        placeholder="Find a tag"
        maxLength={30}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          const first = found.find((tag) => !isDisabled(tag));
          if (event.key === 'ArrowDown') list.current?.querySelector<HTMLElement>('.row-link')?.focus();
          else if (event.key !== 'Enter' || text.trim() === '' || !first) return;
          else onToggle(first);
          event.preventDefault();
        }}
      />
      <ul ref={list} class="people" onKeyDown={moveBetweenRows}>
        {found.map((tag) => (
          <li key={tag.id}>
            <label class="pick">
              <input
                type="checkbox"
                class="row-link"
                checked={isChosen(tag)}
                aria-disabled={isDisabled(tag)}
                // The checkbox changes only after the service has stored the change.
                onClick={(event) => {
                  event.preventDefault();
                  if (!isDisabled(tag)) onToggle(tag);
                }}
              />
              <TagChip tag={tag} />
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">No tags found.</p>}
    </>
  );
}
