import { AtSign } from 'lucide-static';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { unseenMentions } from '../state/mentions.ts';
import type { DeskState } from '../state/state.ts';

interface MentionsButtonProps {
  state: Pick<DeskState, 'mentions'>;
  onOpen: () => void;
}

/** Opens the agent's mentions. Shows the number of conversations with new ones. */
export function MentionsButton({ state, onOpen }: MentionsButtonProps) {
  if (state.mentions.length === 0) return null;
  const count = unseenMentions(state).size;
  return (
    <Button
      class="icon-button mentions"
      title="Mentions"
      aria-label={count === 0 ? 'Mentions' : `Mentions, ${count} new`}
      onClick={onOpen}
    >
      <Icon svg={AtSign} />
      {count > 0 && (
        <span class="count" aria-hidden="true">
          {count}
        </span>
      )}
    </Button>
  );
}
