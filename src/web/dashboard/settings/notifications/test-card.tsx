import type { WorkflowSlot, WorkflowTest } from '../../../../notifications/records/teams-channel.ts';
import type { TeamsChannelReply } from '../../../../notifications/wire/notifications.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { DELIVERY_FAILURES } from '../../../ui/delivery-failures.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { apiPath } from '../../../ui/request.ts';
import { Time } from '../../../ui/time.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/button.tsx';

interface TestCardProps {
  slot: WorkflowSlot;
  label: string;
  stored: NonNullable<TeamsChannelReply['first']>;
  /** Called with the service's response. */
  onReply: (reply: TeamsChannelReply) => void;
}

const PATH = apiPath('notifications/teams/test-card');

/** Sends a test card, shows the workflow's response, and asks whether the card arrived. */
export function TestCard({ slot, label, stored, onReply }: TestCardProps) {
  const action = useAction();
  const { test, failing } = stored;

  const ask = (method: 'POST' | 'PUT', body: object) =>
    action.run(async () => {
      onReply(await adminApi.send<TeamsChannelReply>(method, PATH, { workflow: slot, ...body }));
    });
  const answer = (arrived: boolean) => void ask('PUT', { sentAt: test?.sentAt, arrived });

  return (
    <div class="test-card" role="group" aria-label={label}>
      <h3>{label}</h3>
      <Button disabled={action.running} onClick={() => ask('POST', {})}>
        {action.running ? 'Sending…' : 'Send a test card'}
      </Button>
      <div role="status">
        {failing && !test && <p class="bad">{DELIVERY_FAILURES[failing.failure]}</p>}
        {test && <Result test={test} busy={action.running} onAnswer={answer} />}
      </div>
      <ErrorNotice sentence={action.problem} />
    </div>
  );
}

interface ResultProps {
  test: WorkflowTest;
  busy: boolean;
  onAnswer: (arrived: boolean) => void;
}

function Result({ test, busy, onAnswer }: ResultProps) {
  const { sentAt, accepted, failure, arrived, answeredAt } = test;
  if (!accepted) {
    return (
      <p class="bad">
        Not accepted, <Time at={sentAt} />. {failure && DELIVERY_FAILURES[failure]}
      </p>
    );
  }
  if (arrived === undefined) {
    return (
      <>
        <p>
          The workflow accepted the card, <Time at={sentAt} />. Did it arrive in the channel?
        </p>
        <div class="row">
          <Button class="button primary" disabled={busy} onClick={() => onAnswer(true)}>
            It arrived
          </Button>
          <Button disabled={busy} onClick={() => onAnswer(false)}>
            It did not arrive
          </Button>
        </div>
      </>
    );
  }
  return arrived ? (
    <p class="good">
      The test card arrived
      {answeredAt && (
        <>
          , confirmed <Time at={answeredAt} />
        </>
      )}
      .
    </p>
  ) : (
    <p class="bad">
      The workflow accepted the test card, but did not post it. Open the workflow in Teams, and look at its
      run history: its owner may have left the team, or lost access to the channel.
    </p>
  );
}
