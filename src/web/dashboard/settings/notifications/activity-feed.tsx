import type { ActivityFeedReply } from '../../../../notifications/wire/activity-feed.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { FEED_FAILURES } from '../../../ui/delivery-failures.ts';
import { Check } from '../../../ui/field.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { apiPath } from '../../../ui/request.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { Time } from '../../../ui/time.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { setResponse, useLive } from '../../../ui/live.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/button.tsx';

export const FEED_PATH = apiPath('notifications/activity-feed');
const TEST_PATH = `${FEED_PATH}/test-entry`;

type Agent = ActivityFeedReply['agents'][number];

interface FeedSwitchProps {
  /** Whether agents sign in with Microsoft Entra. */
  available: boolean;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function FeedSwitch({ available, on, onChange }: FeedSwitchProps) {
  return (
    <Section id="activity-feed" title="Teams activity feed">
      {available || on ? (
        <>
          <Check label="Notify agents in their activity feed" checked={on} onChange={onChange} />
          <p class="quiet">
            Agents active in the last 30 days get an entry in Teams, even while the desk is closed. Agents who
            are away get none. Entries contain no conversation text.
          </p>
          <p class="quiet">
            Requires step 5 of the <a href="/api/collab-setup">Teams setup</a>. Reminder and language follow
            the card settings.
          </p>
        </>
      ) : (
        <p>
          Each agent can get an entry in Teams. <a href="/api/collab-setup">Set up Microsoft Teams</a> first.
        </p>
      )}
    </Section>
  );
}

/** Agents whose activity feed can be reached, by name, with a test. */
export function FeedAgents() {
  const live = useLive<ActivityFeedReply>(FEED_PATH);
  const action = useAction();
  const feed = live.data;

  const test = () =>
    action.run(async () => {
      setResponse(FEED_PATH, await adminApi.send<ActivityFeedReply>('POST', TEST_PATH));
    });

  return (
    <Section id="feed-agents" title="Agents in the activity feed" class="feed-agents">
      <Loaded live={live}>
        {!feed && <Bar width={40} />}
        {feed?.agents.length === 0 && (
          <p class="quiet">No agent has opened the agent desk in the last 30 days.</p>
        )}
        {feed && feed.agents.length > 0 && (
          <>
            <p class="quiet">A test notification goes to every agent below.</p>
            <Button disabled={action.running} onClick={test}>
              {action.running ? 'Sending…' : 'Send a test notification'}
            </Button>
            <div role="status">{feed.failing && <Failing failing={feed.failing} />}</div>
            <ul class="plain">
              {feed.agents.map((agent, n) => (
                <AgentRow key={n} agent={agent} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <ErrorNotice sentence={action.problem} />
    </Section>
  );
}

function Failing({ failing }: { failing: NonNullable<ActivityFeedReply['failing']> }) {
  return (
    <p class="bad">
      No agent has been reached since <Time at={failing.since} />. {FEED_FAILURES[failing.failure]}{' '}
      <a href="/api/collab-setup">Open the Teams setup</a>
    </p>
  );
}

function AgentRow({ agent: { name, availability, day, failure } }: { agent: Agent }) {
  return (
    <li>
      <strong>
        <UntrustedText text={name} />
      </strong>
      {availability === 'away' && <span class="quiet"> · Away</span>}
      {failure === undefined ? (
        <p class="quiet">{day === undefined ? 'Nothing sent yet.' : <ReachedOn day={day} />}</p>
      ) : (
        <p class="bad">{FEED_FAILURES[failure]}</p>
      )}
    </li>
  );
}

/** Noon UTC, because it is the same day in nearly every time zone. */
const ReachedOn = ({ day }: { day: string }) => (
  <>
    Reached on <Time at={`${day}T12:00:00.000Z`} as="date" />.
  </>
);
