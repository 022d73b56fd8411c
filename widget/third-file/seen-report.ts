import { chat, state } from '../second-file/context.ts';
import { loose } from '../second-file/first-file-parts.ts';

/** Reports within this time of the one before wait, and are sent as one. */
const PAUSE_MS = 3e3;

/**
 * Reports to the service up to which message the visitor has seen the agents' messages, so that it sends none
 * of them by e-mail (docs/email.md). A message counts once a part of it is visible in the open panel of a
 * visible page. Conversations in which no message was left send nothing, and report nothing.
 */
interface SeenReport {
  /** Observes the messages that are new. */
  draw(): void;
  /**
   * Reports a `seq` that does not have to be observed: the one of what the visitor has just left. From then
   * on the service knows that this client reports.
   */
  report(seq: number): void;
}

export const seenReport = (root: ShadowRoot): SeenReport => {
  let sessionId = '';
  let seen = 0;
  let reported = 0;
  let isPausing = false;

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

  const observer = new IntersectionObserver((entries) => {
    const visible = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target.id);
    report(Math.max(0, ...state.messages.filter(({ id }) => visible.includes(id)).map(({ seq }) => seq)));
  });

  return {
    draw() {
      if (state.sessionId !== sessionId) {
        sessionId = state.sessionId;
        seen = reported = 0;
        observer.disconnect();
      }
      if (!loose(state.leftMessage).leftAt) return;
      for (const { id, role } of state.messages) {
        const article = role === 'agent' && root.getElementById(id);
        if (article) observer.observe(article);
      }
    },
    report,
  };
};
