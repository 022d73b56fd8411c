import type { Proposal } from '../../conversations/records/proposal.ts';
import { ActionValues } from './action-values.tsx';
import { UntrustedText } from './untrusted-text.tsx';

const STATES: Record<Proposal['state'], { words: string; kind: 'good' | 'wait' | 'bad' | 'quiet' }> = {
  waiting: { words: 'Waiting for the visitor', kind: 'wait' },
  running: { words: 'Confirmed, running', kind: 'wait' },
  done: { words: 'Confirmed and done', kind: 'good' },
  canceled: { words: 'Canceled by the visitor', kind: 'quiet' },
  failed: { words: 'Failed', kind: 'bad' },
  expired: { words: 'Expired', kind: 'quiet' },
};

/** A change that was proposed to the visitor, with its values and state. */
export function ProposalView({ proposal: { title, values, state } }: { proposal: Proposal }) {
  const { words, kind } = STATES[state];
  return (
    <div class="proposal">
      <p>
        <b>
          <UntrustedText text={title} />
        </b>
      </p>
      <ActionValues values={values} />
      <p class={kind}>{words}</p>
    </div>
  );
}
