import { useState } from 'preact/hooks';
import type { ActivityFeedReply } from '../../../wire/activity-feed.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { FEED_FAILURES } from '../../ui/delivery-failures.ts';
import { Check } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath, sentenceOf } from '../../ui/request.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { setAnswer, useLive } from '../live.ts';
import { Loaded } from '../parts/loaded.tsx';

export const FEED_PATH = apiPath('notifications/activity-feed');
const TEST_PATH = `${FEED_PATH}/test-entry`;

type Agent = ActivityFeedReply['agents'][number];

interface FeedSwitchProps {
  /** Whether agents sign in with Microsoft Entra. */
  available: boolean;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** The switch of the activity feed, as part of the form. */
export function FeedSwitch({ available, on, onChange }: FeedSwitchProps) {
  return (
    <section class="card part" aria-labelledby="activity-feed">
      <h2 id="activity-feed">Teams activity feed</h2>
      {available || on ? (
        <>
          <Check label="Notify agents in their activity feed" checked={on} onChange={onChange} />
          <p class="quiet">
            Each agent of the last 30 days gets an entry in Teams, also while the desk is closed. Agents who
            are away get none. Entries hold no text of the conversation.
          </p>
          <p class="quiet">
            Requires step 5 of the <a href="/api/collab-setup">Teams setup</a>. Reminder and language are
            those of the cards.
          </p>
        </>
      ) : (
        <p>
          Each agent can get an entry in Teams. <a href="/api/collab-setup">Set up Microsoft Teams</a> first.
        </p>
      )}
    </section>
  );
}

/** Which agents are reached in their activity feed, by name, with a test. */
export function FeedAgents() {
  const live = useLive<ActivityFeedReply>(FEED_PATH);
  const [state, setState] = useState<{ busy?: boolean; problem?: string }>({});
  const feed = live.data;

  async function test(): Promise<void> {
    setState({ busy: true });
    try {
      setAnswer(FEED_PATH, await adminApi.send<ActivityFeedReply>('POST', TEST_PATH));
      setState({});
    } catch (thrown) {
      setState({ problem: sentenceOf(thrown) });
    }
  }

  return (
    <section class="card part feed-agents" aria-labelledby="feed-agents">
      <h2 id="feed-agents">Agents in the activity feed</h2>
      <Loaded live={live}>
        {!feed && <Bar width={40} />}
        {feed?.agents.length === 0 && (
          <p class="quiet">No agent has opened the agent desk in the last 30 days.</p>
        )}
        {feed && feed.agents.length > 0 && (
          <>
            <p class="quiet">A test notification goes to every agent below.</p>
            <button type="button" class="button" disabled={state.busy} onClick={() => void test()}>
              {state.busy ? 'Sending…' : 'Send a test notification'}
            </button>
            <div role="status">{feed.failing && <Failing failing={feed.failing} />}</div>
            <ul class="plain">
              {feed.agents.map((agent, n) => (
                <AgentRow key={n} agent={agent} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <ErrorNotice sentence={state.problem} />
    </section>
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
        <p class="quiet">{day === undefined ? 'Nothing sent yet.' : <Reached day={day} />}</p>
      ) : (
        <p class="bad">{FEED_FAILURES[failure]}</p>
      )}
    </li>
  );
}

/** At noon the UTC day is the same day in nearly every time zone. */
const Reached = ({ day }: { day: string }) => (
  <>
    Reached on <Time at={`${day}T12:00:00.000Z`} as="date" />.
  </>
);
