import type { PanelContext } from '../panel/context.ts';
import { api } from '../api.ts';
import { button, h, write } from '../dom.ts';
import { loose, text } from '../model.ts';
import { coverPage } from './cover-page.ts';
import { returnTo } from './return-to.ts';

/** In place of a token: a signed-in visitor's conversation (src/email/email-links.ts). */
const SIGN_IN = 'sign-in';

/**
 * Opens the conversation of a link in an e-mail (docs/email.md). The link is exchanged only after the
 * visitor has pressed a button, because filters of mail servers open links and run their pages.
 */
export const linkPage = (context: PanelContext) => {
  const { chat, config, say, show, thread } = context;
  let link = '';
  let isOpening = false;
  const intro = h('p');
  const act = button('primary', () => {});
  const failure = h('span', 'small bad');
  const form = h('form', 'link', intro, act, failure);
  const page = coverPage(context, form);
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
    const { status, body } = await api(base)('email-link', { link, ...(id && { widgetId: id }) });
    isOpening = false;
    act.ariaDisabled = null;
    if (status === 200) {
      page.close();
      const { sessionId, access } = body;
      const earlier = { sessionId: text(sessionId), status: text(body.status), read: 0 };
      returnTo(context, earlier, text(loose(access).renewal));
    } else if (status === 404) {
      // A retry would fail as well.
      page.close();
      notify(say('This link has expired. You can write to us here.'));
    } else {
      write(failure, say('The conversation could not be opened.'));
      write(act, say('Try again'));
    }
  };

  const notify = (sentence: string) => {
    write(notice, sentence);
    thread.append(notice);
    show(notice, true);
  };

  return {
    open(token: string) {
      link = token;
      notice.remove();
      if (token === SIGN_IN) {
        // A visitor who is signed in has the conversation.
        if (!context.state.turns[0]) notify(say('Sign in on this page to see your conversation with us.'));
        return;
      }
      page.name(config.title);
      write(intro, say('This link opens your conversation with us.'));
      write(act, say('Open conversation'));
      page.open();
      act.focus();
    },
    draw() {
      if (page.isOpen() && !chat.state().open) page.close();
      // The visitor has continued.
      if (context.state.turns[0]) notice.remove();
    },
  };
};
