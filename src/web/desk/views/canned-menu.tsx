import { useLayoutEffect, useRef } from 'preact/hooks';
import { ErrorNotice } from '../../ui/notice.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Button } from '../../ui/button.tsx';
import type { FoundReply } from '../use-canned-search.ts';
import { variableNames } from './variable-names.ts';

interface CannedMenuProps {
  id: string;
  /** Undefined while loading. */
  replies: readonly FoundReply[] | undefined;
  /** Why the replies or the values of their variables could not be loaded. */
  problem: string | undefined;
  active: number;
  onChoose: (text: string) => void;
  onEdit: () => void;
  /** Loads them again. */
  onRetry: () => void;
}

/** The element id of a menu option. */
export const optionId = (id: string, index: number): string => `${id}-${index}`;

/**
 * The canned replies that match the text after the slash, with a preview of the selected one. The focus stays
 * in the field.
 */
export function CannedMenu({ id, replies, problem, active, onChoose, onEdit, onRetry }: CannedMenuProps) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, replies]);
  return (
    <div class="canned">
      <ul ref={list} id={id} role="listbox" aria-label="Canned replies">
        {replies?.map(({ reply, text, missing }, index) => (
          <li
            key={reply.id}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            // Keeps the focus in the field before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(text)}
          >
            <b>
              <UntrustedText text={reply.title} />
            </b>
            <span>
              <UntrustedText text={text} />
            </span>
            {missing.length > 0 && <span class="missing">No value for {variableNames(missing)}</span>}
          </li>
        ))}
      </ul>
      {replies?.length === 0 && (
        <p>
          No canned replies found. Press <kbd>Esc</kbd> to keep the text as a reply.
        </p>
      )}
      <ErrorNotice isStrip sentence={problem} onRetry={onRetry} />
      <p>
        <Button class="link" onMouseDown={(event) => event.preventDefault()} onClick={onEdit}>
          Edit canned replies
        </Button>
      </p>
    </div>
  );
}
