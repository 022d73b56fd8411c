import { config, say, state, thread } from '../second-file/context.ts';
import { api, button, h, loose, text, write } from '../second-file/first-file-parts.ts';
import { returnTo } from './return-to.ts';

/**
 * Opens the conversation of a link in an e-mail (docs/email.md). The link is exchanged once. A failure is
 * shown at the end of the thread.
 */
export const emailLink = () => {
  let link = '';
  const sentence = h('span');
  const retry = button('', () => void open(link));
  const notice = h('p', 'small', sentence, ' ', retry);
  notice.role = 'alert';

  const open = async (token: string): Promise<void> => {
    link = token;
    notice.remove();
    const { base, id } = config;
    const { status, body } = await api(base)('email-link', { link, ...(id && { widgetId: id }) });
    if (status === 200) {
      const { sessionId, access } = body;
      const earlier = { sessionId: text(sessionId), status: text(body.status), read: 0 };
      returnTo(earlier, text(loose(access).renewal));
      return;
    }
    // A retry would fail as well.
    const isOver = status === 404;
    write(
      sentence,
      isOver
        ? say('This link has expired or was used before. You can write to us here.')
        : say('The conversation could not be opened.'),
    );
    write(retry, !isOver && say('Try again'));
    thread.append(notice);
    thread.scrollTop = thread.scrollHeight;
  };

  return {
    open: (token: string) => void open(token),
    draw() {
      // The visitor has continued.
      if (state.turns[0]) notice.remove();
    },
  };
};
