import { Sparkles } from 'lucide-static';
import { Icon } from '../../ui/icon.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { RequestedDraft } from '../state/state.ts';
import { Button } from '../../ui/button.tsx';

export interface SuggestionProps {
  suggestion: RequestedDraft;
  onUse: (text: string) => void;
  onRetry: () => void;
  onDismiss: () => void;
}

/** A reply suggested by the assistant. Only the agent sends it. */
export function Suggestion({ suggestion, onUse, onRetry, onDismiss }: SuggestionProps) {
  const { running, draft, problem } = suggestion;
  const text = draft?.text;
  return (
    <section class="suggestion" aria-label="Suggested reply" aria-busy={running}>
      <p class="who">
        <Icon svg={Sparkles} size={14} /> <b>Suggested reply</b>
      </p>
      <div aria-live="polite">
        {running && <Bar width={40} />}
        {problem !== undefined && <p class="bad">{problem}</p>}
        {text === null && <p>No suggestion available.</p>}
        {typeof text === 'string' && (
          <p class="text" dir="auto">
            <UntrustedText text={text} />
          </p>
        )}
      </div>
      <p class="suggestion-actions">
        {typeof text === 'string' && <Button onClick={() => onUse(text)}>Use</Button>}
        {problem !== undefined && (
          <Button class="link" onClick={onRetry}>
            Try again
          </Button>
        )}
        {!running && (
          <Button class="link" onClick={onDismiss}>
            Dismiss
          </Button>
        )}
      </p>
    </section>
  );
}
