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

/** Which colleagues look at the conversation, or write in it. The place stays, so that it is announced. */
export function OthersHere({ state: { viewers }, sessionId }: OthersHereProps) {
  return (
    <p class="others-here" role="status">
      {viewers.has(sessionId) && <Sentence {...{ viewers, sessionId }} />}
    </p>
  );
}

/** Renders every second, since presence ends with time. */
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
