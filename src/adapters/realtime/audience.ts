import { singleFlight } from '../../domain/concurrency.ts';
import type { Audience, EventGroup } from '../../domain/realtime-groups.ts';
import type { Clock, RealtimeEvent } from '../../ports.ts';

/** How long events are held before the service is asked for a member of the audience, in milliseconds. */
export const HOLD_MS = 500;
/**
 * How long a member counts after it was found, in milliseconds: longer than the 30 s in which the service
 * lets a connection of the reliable protocol recover.
 */
export const LISTENING_MS = 60_000;
/** The most events that are held; the next one ends the wait. */
const MAX_HELD = 1_000;

interface Held {
  group: EventGroup;
  event: RealtimeEvent;
}

interface Options {
  clock: Pick<Clock, 'now' | 'after'>;
  /** Whether a group has a member now. Rejects where that is unknown. */
  hasMember: (audience: Audience) => Promise<boolean>;
  send: (group: EventGroup, event: RealtimeEvent) => Promise<void>;
  /** Called where a held event could not be sent. */
  failed: () => void;
}

/** The events to one audience. */
export interface AudienceEvents {
  /** Sends an event at once where the audience has a member; else it is held until that is known. */
  tell(group: EventGroup, event: RealtimeEvent): Promise<void>;
  /** A member is about to connect. */
  expectMember(): void;
  /** Ends the wait of the held events. */
  close(): Promise<void>;
}

/**
 * Events to an audience that is mostly empty, such as the agents at night: one question in HOLD_MS in place
 * of one call per event. The question follows the events, so that a member that connected before it receives
 * them, and a later one finds them in the store.
 */
export function audienceEvents(
  audience: Audience,
  { clock, hasMember, send, failed }: Options,
): AudienceEvents {
  const held: Held[] = [];
  let listeningUntilMs = 0;
  let clear: (() => void) | undefined;
  /** Events that come during a release are held, so that they do not overtake those of it. */
  let isReleasing = false;

  const isListening = () => clock.now() < listeningUntilMs;

  function expectMember(): void {
    listeningUntilMs = clock.now() + LISTENING_MS;
  }

  async function sendHeld(): Promise<void> {
    clear?.();
    clear = undefined;
    const events = latest(held.splice(0));
    if (events.length === 0) return;
    if (!isListening()) {
      if (!(await hasMember(audience))) return;
      expectMember();
    }
    await Promise.all(events.map(({ group, event }) => send(group, event)));
  }

  /** Sends the held events, and those that come in the meantime, one batch after another. */
  const release = singleFlight(async () => {
    isReleasing = true;
    try {
      do await sendHeld();
      while (held.length > 0 && isListening());
    } catch {
      failed();
    } finally {
      isReleasing = false;
    }
  });

  return {
    expectMember,
    async tell(group, event) {
      if (isListening() && held.length === 0 && !isReleasing) {
        await send(group, event);
        return;
      }
      held.push({ group, event });
      clear ??= clock.after(HOLD_MS, () => void release());
      if (held.length >= MAX_HELD) await release();
    },
    close: release,
  };
}

/** Without the states of a session that a later one replaces. */
function latest(events: readonly Held[]): Held[] {
  const lastOf = new Map(events.map((one) => [sessionKey(one), one]));
  return events.filter((one) => one.event.type !== 'session' || lastOf.get(sessionKey(one)) === one);
}

function sessionKey({ group, event }: Held): string {
  return event.type === 'session' ? `${group} ${event.session.sessionId}` : '';
}
