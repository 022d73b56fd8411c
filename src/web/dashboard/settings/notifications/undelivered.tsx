import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ChannelName, OutboxKind } from '../../../../conversations/records/outbox-entry.ts';
import type { DeadLettersReply } from '../../../../notifications/wire/dead-letters.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { failureWords } from '../../../ui/delivery-failures.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { More, usePages } from '../../../ui/paging.tsx';
import { apiPath, Problem, sentenceOf } from '../../../ui/request.ts';
import { conversationHref } from '../../../ui/router.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { Time } from '../../../ui/time.tsx';
import { Origin } from '../../../ui/untrusted-text.tsx';
import { invalidate, useLive } from '../../../ui/live.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Button } from '../../../ui/button.tsx';

type DeadLetter = DeadLettersReply['deadLetters'][number];
type Delivery = DeadLetter['deliveries'][number];
type Action = 'retry' | 'dismiss';

const PATH = apiPath('notifications/dead-letters');

const KINDS: Record<OutboxKind, string> = {
  'session.handoff': 'Visitor waiting',
  'session.claimed': 'Conversation claimed',
  'session.closed': 'Conversation closed',
  'message.left': 'Message left',
  email: 'E-mail to the visitor',
  mention: 'Mention in a note',
};

const CHANNELS: Record<ChannelName, string> = {
  'teams-workflow': 'Teams channel',
  'teams-activity': 'Teams activity feed',
  events: 'Events for other systems',
  email: 'E-mail',
};

const DONE: Record<Action, string> = {
  retry: 'The notification is being sent again. It returns to this list if it cannot be delivered.',
  dismiss: 'The notification was dismissed.',
};

/** Error codes for a notification that is no longer in the list. */
const LEFT = new Set<string | undefined>(['notice-not-found', 'notice-outdated']);

function kindOf({ kind }: DeadLetter, { step }: Delivery): string {
  if (step === 'reminder') return 'Reminder';
  return step === 'escalation' ? 'Escalation' : KINDS[kind];
}

/** The time by which the list is sorted. */
const lastTried = ({ deliveries, at }: DeadLetter): string =>
  deliveries.map(({ deadSince }) => deadSince).reduce((one, other) => (one > other ? one : other), at);

/** Notifications that are no longer retried, with reasons. */
export function Undelivered() {
  const live = useLive<DeadLettersReply>(PATH);
  const load = (cursor: string | undefined) =>
    adminApi.get<DeadLettersReply>(apiPath('notifications/dead-letters', { cursor }));
  const { pages, ...paging } = usePages(PATH, load, live.data);
  const [done, setDone] = useState<{ words: string }>();
  /** Entries that were retried or dismissed on this page. Loaded pages still contain them. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus was on a button in a removed row.
  useEffect(() => {
    if (done && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [done]);
  const newest = live.data?.deadLetters;
  const known = new Set([...(newest ?? []).map(({ id }) => id), ...changed]);
  const further = pages.flatMap(({ deadLetters }) => deadLetters).filter(({ id }) => !known.has(id));
  const letters = newest && [...newest, ...further];

  async function reload(): Promise<void> {
    // A pending response may be older than the change.
    invalidate(PATH);
    await live.refresh();
  }

  return (
    <section class="card part undelivered" aria-labelledby="undelivered">
      <h2 id="undelivered" ref={heading} tabIndex={-1}>
        Not delivered
      </h2>
      <div role="status">{done && <p class="quiet">{done.words}</p>}</div>
      <Loaded live={live}>
        {!letters && <Bar width={40} />}
        {letters?.length === 0 && <p class="quiet">No undelivered notifications.</p>}
        {letters && letters.length > 0 && (
          <>
            <p class="quiet">
              Delivery is no longer attempted. Teams cards are sent again only while the visitor is waiting.
            </p>
            <ul class="plain">
              {letters.map((letter) => (
                <Row
                  key={letter.id}
                  letter={letter}
                  reload={reload}
                  onDone={(words) => {
                    setChanged((before) => new Set(before).add(letter.id));
                    setDone({ words });
                  }}
                />
              ))}
            </ul>
            <More paging={paging} />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface RowProps {
  letter: DeadLetter;
  reload: () => Promise<void>;
  /** Called with a text about the result. */
  onDone: (words: string) => void;
}

function Row({ letter, reload, onDone }: RowProps) {
  const [state, setState] = useState<{ busy?: Action; problem?: string }>({});
  const titled = useId();
  const { id, sessionId, sourceDomain, deliveries } = letter;

  async function change(action: Action): Promise<void> {
    setState({ busy: action });
    let words = DONE[action];
    try {
      await adminApi.send('POST', PATH, { action, sessionId, id });
    } catch (thrown) {
      const isGone = thrown instanceof Problem && LEFT.has(thrown.code);
      if (!isGone) {
        setState({ problem: sentenceOf(thrown) });
        return;
      }
      words = thrown.message;
    }
    await reload();
    // The notification is listed again if it has failed in the meantime.
    setState({});
    onDone(words);
  }
  const isBusy = state.busy !== undefined;

  return (
    <li>
      <div id={titled} class="deliveries">
        {deliveries.map((delivery) => (
          <div key={`${delivery.channel} ${delivery.step}`}>
            <strong>{kindOf(letter, delivery)}</strong>
            <span class="quiet"> · {CHANNELS[delivery.channel]}</span>
            <p>
              {failureWords(delivery.channel, delivery.failure)}
              {delivery.channelOff && ' This channel is switched off.'}
            </p>
          </div>
        ))}
      </div>
      <p class="quiet">
        <Origin origin={sourceDomain} /> · Last tried <Time at={lastTried(letter)} />
      </p>
      <div class="row">
        {deliveries.some(({ channelOff }) => channelOff !== true) && (
          <Button disabled={isBusy} aria-describedby={titled} onClick={() => change('retry')}>
            {state.busy === 'retry' ? 'Sending…' : 'Send again'}
          </Button>
        )}
        <Button disabled={isBusy} aria-describedby={titled} onClick={() => change('dismiss')}>
          {state.busy === 'dismiss' ? 'Dismissing…' : 'Dismiss'}
        </Button>
        <a href={conversationHref(sessionId)} aria-describedby={titled}>
          Open conversation
        </a>
      </div>
      <ErrorNotice sentence={state.problem} />
    </li>
  );
}
