import type { PanelContext } from '../panel/context.ts';
import { loose } from '../model.ts';
import { withPerson } from '../panel/state.ts';

/** Reports within this time of the one before wait, and are sent as one. */
const PAUSE_MS = 3000;
/** A message counts if so much of its height is visible, in pixels: its first or last line. */
const LINE = 20;
/** The observer's callback runs when the visible share of a message passes one of these. */
const SHARES = [0, 0.01, 0.05, 0.2, 0.5, 1];

/**
 * Reports up to which message the visitor has seen the agents' messages: to the agent's desk, and to the
 * service, so that it sends none of them by e-mail (docs/email.md). A message counts once a line of it is
 * visible in the open panel of a visible page. Without an address, left or verified, nothing is reported to
 * the service. Returns what observes the messages that are new.
 */
export const seenReport = (context: PanelContext): (() => void) => {
  const { chat, config, thread } = context;
  const { root } = context.place;
  let sessionId = '';
  let seen = 0;
  /** The last `seq` that the desk knows, and the one that the service knows. */
  let told = 0;
  let reported = 0;
  let isPausing = false;
  /** The conversation and the address of the last first report. */
  let reportedFor = '';

  const send = async () => {
    if (isPausing || seen <= reported) return;
    isPausing = true;
    const now = { sessionId, seq: seen };
    const { status } = await chat.call('seen', now);
    if (status === 204 && sessionId === now.sessionId) reported = Math.max(reported, now.seq);
    setTimeout(() => {
      isPausing = false;
      void send();
    }, PAUSE_MS);
  };

  const report = (seq: number) => {
    seen = Math.max(seen, seq);
    void send();
  };

  const tell = () => {
    // The conversation may have changed since it was drawn.
    if (sessionId !== chat.state().sessionId) return;
    if (seen > told && chat.tellSeen(seen)) told = seen;
    if (config.known?.email || loose(context.state.leftMessage).leftAt) void send();
  };

  /**
   * The first report, from which the service knows that this client reports: once the visitor has left an
   * address on this page, or is with an agent and known by a verified one. They have seen what was before
   * their own newest message.
   */
  const reportFirst = () => {
    const { answersTo, state } = context;
    const address = answersTo || (withPerson(state) && config.known?.email);
    const seq = state.messages.findLast(({ role }) => role === 'visitor')?.seq;
    const now = `${sessionId} ${address}`;
    if (!address || !seq || now === reportedFor) return;
    reportedFor = now;
    reported = 0;
    report(seq);
  };

  const isVisible = ({ boundingClientRect, intersectionRect }: IntersectionObserverEntry) =>
    intersectionRect.height > 0 && intersectionRect.height >= Math.min(LINE, boundingClientRect.height);

  const observer = new IntersectionObserver(
    (entries) => {
      // The list of conversations covers the thread.
      if (thread.inert) return;
      const visible = entries.filter(isVisible).map(({ target }) => target.id);
      seen = Math.max(
        seen,
        ...context.state.messages.filter(({ id }) => visible.includes(id)).map(({ seq }) => seq),
      );
      tell();
    },
    { threshold: SHARES },
  );

  return () => {
    const { state } = context;
    if (state.sessionId !== sessionId) {
      sessionId = state.sessionId;
      seen = told = reported = 0;
    }
    reportFirst();
    observer.disconnect();
    for (const { id, role, seq } of state.messages) {
      const article = role === 'agent' && seq > seen && root.getElementById(id);
      // Observed again with each render, because it may have been covered before.
      if (article) observer.observe(article);
    }
    tell();
  };
};
