import { ErrorNotice } from '../../ui/notice.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Button } from '../../ui/button.tsx';
import type { FoundReply } from './use-canned-search.ts';
import { OptionList } from './option-list.tsx';
import type { CannedVariable } from '../../../conversations/rules/canned-variables.ts';

interface CannedMenuProps {
  id: string;
  /** Undefined while loading. */
  replies: readonly FoundReply[] | undefined;
  /** Why the replies or the values of their variables could not be loaded. */
  problem: string | undefined;
  active: number;
  /** Whether the draft is a search, not only the text before the reply. */
  isSearch: boolean;
  onChoose: (text: string) => void;
  onEdit: () => void;
  /** Loads them again. */
  onRetry: () => void;
}

/** The canned replies that match the text after the slash, with a preview of the selected one. */
export function CannedMenu(props: CannedMenuProps) {
  const { id, replies, problem, active, isSearch, onChoose, onEdit, onRetry } = props;
  return (
    <OptionList
      {...{ id, active }}
      label="Canned replies"
      options={replies}
      keyOf={({ reply }) => reply.id}
      onChoose={({ text }) => onChoose(text)}
      show={({ reply, text, missing }) => (
        <>
          <b>
            <UntrustedText text={reply.title} />
          </b>
          <span>
            <UntrustedText text={text} />
          </span>
          {missing.length > 0 && <span class="missing">No value for {variableNames(missing)}</span>}
        </>
      )}
    >
      {replies?.length === 0 && !isSearch && <p>No canned replies yet.</p>}
      {replies?.length === 0 && isSearch && (
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
    </OptionList>
  );
}

/** Labels of the variables of canned replies. */
const NAMES: Record<CannedVariable, string> = {
  'visitor.name': 'the visitor’s name',
  'agent.name': 'your name',
  'business.hours': 'business hours',
};

/** Variables as a list for a sentence. */
export const variableNames = (variables: readonly CannedVariable[]): string =>
  new Intl.ListFormat('en').format(variables.map((variable) => NAMES[variable]));
