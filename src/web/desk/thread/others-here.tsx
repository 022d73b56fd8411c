import { Eye } from 'lucide-static';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import { viewersOf, viewersSentence } from '../model/viewers.ts';
import type { DeskState } from '../state/state.ts';

interface OthersHereProps {
  state: Pick<DeskState, 'viewers'>;
  sessionId: string;
}

/**
 * Colleagues who view the conversation or write in it. The element is always rendered, so that changes are
 * announced.
 */
export function OthersHere({ state: { viewers }, sessionId }: OthersHereProps) {
  return (
    <p class="others-here" role="status">
      {viewers.has(sessionId) && <Sentence {...{ viewers, sessionId }} />}
    </p>
  );
}

/** Renders every second, because presence expires. */
function Sentence({ viewers, sessionId }: Pick<DeskState, 'viewers'> & { sessionId: string }) {
  const nowMs = useNow();
  const sentence = viewersSentence(viewersOf(viewers, sessionId, nowMs), nowMs);
  if (sentence === undefined) return null;
  return (
    <>
      <Icon svg={Eye} size={16} /> <UntrustedText text={sentence} />
    </>
  );
}
