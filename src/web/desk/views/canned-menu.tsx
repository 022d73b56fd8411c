import type { CannedReply } from '../../../domain/records/canned-reply.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Button } from '../../ui/button.tsx';

interface CannedMenuProps {
  id: string;
  /** Undefined while loading. */
  replies: readonly CannedReply[] | undefined;
  /** Why they could not be loaded. */
  problem: string | undefined;
  active: number;
  onChoose: (reply: CannedReply) => void;
  onEdit: () => void;
  /** Loads them again. */
  onRetry: () => void;
}

/** The id of an option of the menu. */
export const optionId = (id: string, index: number): string => `${id}-${index}`;

/** The canned replies that match the text after the slash. The focus stays in the field. */
export function CannedMenu({ id, replies, problem, active, onChoose, onEdit, onRetry }: CannedMenuProps) {
  return (
    <div class="canned">
      <ul id={id} role="listbox" aria-label="Canned replies">
        {replies?.map((reply, index) => (
          <li
            key={reply.id}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            // Prevents the field from losing the focus before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(reply)}
          >
            <b>
              <UntrustedText text={reply.title} />
            </b>
            <span>
              <UntrustedText text={reply.content} />
            </span>
          </li>
        ))}
      </ul>
      {replies?.length === 0 && (
        <p>
          No canned replies found. Press <kbd>Esc</kbd> to keep the text as a reply.
        </p>
      )}
      {!replies && <ErrorNotice isStrip sentence={problem} onRetry={onRetry} />}
      <p>
        <Button class="link" onMouseDown={(event) => event.preventDefault()} onClick={onEdit}>
          Edit canned replies
        </Button>
      </p>
    </div>
  );
}
