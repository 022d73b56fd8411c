import { useState } from 'preact/hooks';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import type { OfferedAction } from '../../../conversations/records/offered-action.ts';
import type { AgentActionsReply } from '../../../actions/wire/visitor-actions.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { Desk } from '../state/desk.ts';
import { sessionPath } from '../state/conversations.ts';
import { isMine } from '../model/rows.ts';

const ActionDialog = lazyDialog(async () => (await import('../app/on-demand.ts')).ActionDialog);

interface VisitorActionsProps {
  desk: Desk;
  row: ListedSession;
  oid: string;
}

/** The assistant's actions as buttons, for the claiming agent. */
export function VisitorActions({ desk, row, oid }: VisitorActionsProps) {
  const mine = isMine(row, oid);
  return mine ? <Buttons key={row.sessionId} desk={desk} sessionId={row.sessionId} /> : null;
}

function Buttons({ desk, sessionId }: { desk: Desk; sessionId: string }) {
  const { data } = useLoaded(() => desk.api.get<AgentActionsReply>(sessionPath(sessionId, '/actions')));
  const [chosen, setChosen] = useState<OfferedAction>();
  if (!data || data.actions.length === 0) return null;
  return (
    <section class="visitor-actions" aria-labelledby="visitor-actions">
      <h3 id="visitor-actions">Actions</h3>
      <div class="row">
        {data.actions.map((action) => (
          <Button key={action.name} onClick={() => setChosen(action)}>
            <UntrustedText text={action.title} />
          </Button>
        ))}
      </div>
      {chosen && (
        <ActionDialog.Component
          {...{ desk, sessionId }}
          action={chosen}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}
