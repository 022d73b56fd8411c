import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { FailedAction } from '../state/on-each.ts';
import type { DeskState } from '../state/state.ts';
import { VisitorName } from '../app/visitor-name.tsx';

interface RefusalsProps {
  state: Pick<DeskState, 'rows'>;
  refused: readonly FailedAction[];
  /** The number of conversations on which the action was tried. */
  tried: number;
  /** The past participle of the action, for example `transferred`. */
  did: string;
}

/** The conversations for which an action failed, with reasons. Renders nothing if all succeeded. */
export function Refusals({ state: { rows }, refused, tried, did }: RefusalsProps) {
  if (refused.length === 0) return null;
  return (
    <div class="refusals" role="alert">
      {tried > 1 && (
        <p>
          {refused.length} of {tried} not {did}:
        </p>
      )}
      <ul>
        {refused.map(({ sessionId, reason }) => (
          <li key={sessionId}>
            <b>
              <VisitorName session={rows.get(sessionId) ?? { sessionId }} />
            </b>{' '}
            <UntrustedText text={reason} />
          </li>
        ))}
      </ul>
    </div>
  );
}
