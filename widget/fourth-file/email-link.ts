import { chat, config, say, state, thread } from '../second-file/context.ts';
import { api, button, h, loose, text, uuid, write } from '../second-file/first-file-parts.ts';
import { coverPage } from './cover-page.ts';
import { returnTo } from './return-to.ts';

/**
 * Opens the conversation of a link in an e-mail (docs/email.md). The link is exchanged once, and only after
 * the visitor has pressed a button, because filters of mail servers open links and run their pages.
 */
export const emailLink = () => {
  let link = '';
  /** With the same id, an answer that was lost is given again. */
  let client = '';
  let isOpening = false;
  const intro = h('p');
  const act = button('primary', () => {});
  const failure = h('span', 'small bad');
  const form = h('form', 'link', intro, act, failure);
  const page = coverPage(form);
  const notice = h('p', 'small');
  failure.role = notice.role = 'alert';
  form.onsubmit = (event) => {
    event.preventDefault();
    void open();
  };

  const open = async (): Promise<void> => {
    if (isOpening) return;
    isOpening = true;
    act.ariaDisabled = 'true';
    write(failure, '');
    const { base, id } = config;
    const { status, body } = await api(base)('email-link', { link, client, ...(id && { widgetId: id }) });
    isOpening = false;
    act.ariaDisabled = null;
    if (status === 200) {
      page.close();
      const { sessionId, access } = body;
      const earlier = { sessionId: text(sessionId), status: text(body.status), read: 0 };
      returnTo(earlier, text(loose(access).renewal));
    } else if (status === 404) {
      // A retry would fail as well.
      page.close();
      write(notice, say('This link has expired or was used before. You can write to us here.'));
      thread.append(notice);
      thread.scrollTop = thread.scrollHeight;
    } else {
      write(failure, say('The conversation could not be opened.'));
      write(act, say('Try again'));
    }
  };

  return {
    open(token: string) {
      link = token;
      client = uuid();
      notice.remove();
      page.name(config.title);
      write(intro, say('This link opens your conversation with us.'));
      write(act, say('Open conversation'));
      page.open();
      act.focus();
    },
    draw() {
      if (page.isOpen() && !chat.state().open) page.close();
      // The visitor has continued.
      if (state.turns[0]) notice.remove();
    },
  };
};
