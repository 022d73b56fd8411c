import { initials } from '../initials.ts';
import type { State } from '../state.ts';
import type { Decorate } from '../thread-view.ts';
import { attachButton } from './attach.ts';
import { addAvatar } from './avatar.ts';
import { availability } from './availability.ts';
import { addSources } from './citations.ts';
import { config, setContext, setScene, state, type FromFirstFile, type PanelParts } from './context.ts';
import { continueNote } from './continue-note.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { filesOf } from './files.ts';
import { following } from './follow.ts';
import { formsOf } from './forms.ts';
import { fitKeyboard } from './keyboard.ts';
import { knownConversations } from './known-conversations.ts';
import { menu } from './menu.ts';
import { messageFiles } from './message-files.ts';
import { moreOf } from './more.ts';
import { render } from './render.ts';
import styles from './style.css';
import { suggestions } from './suggestions.ts';
import { addTables } from './tables.ts';
import { addThumbs } from './thumbs.ts';

/**
 * Adds the parts of the second file to a panel, once. Returns their render function, which runs in the same
 * frame as the first file's.
 */
export const enrich = (root: ShadowRoot, ...given: FromFirstFile) => {
  const sheet = new CSSStyleSheet();
  const panel = root.querySelector('dialog');
  const thread = root.querySelector<HTMLElement>('.thread');
  const input = root.querySelector('textarea');
  if (!panel || !thread || !input) return undefined;
  const follow = following(thread);
  const parts: PanelParts = [panel, thread, input, follow.show];
  setContext(parts, given);
  input.enterKeyHint = 'send';
  const known = knownConversations();
  const more = moreOf(root, parts, given, known);
  const drawMenu = menu(known, more);
  const drawAvailability = availability(() => draw());
  const drawForms = formsOf(root, parts, given, () => draw());
  const addSuggestions = suggestions();
  const drawContinue = continueNote();
  const files = filesOf(root, parts, given);
  const drawAttach = attachButton(files);
  const addFiles = messageFiles(files);
  /** The enriched articles. An article that is rendered again is a new element. */
  const done = new WeakSet<Element>();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets.push(sheet);

  const decorate: Decorate = (article, message) => {
    if (done.has(article)) return;
    done.add(article);
    addSuggestions(article, message);
    if (message.role === 'agent') addAvatar(article, message);
    if (message.role === 'assistant') addTables(article);
    addFiles(article, message);
    if (message.role !== 'assistant' || message.interrupted || !message.seq) return;
    addSources(article, message, more);
    addThumbs(article, message, more);
    addCopyButtons(article);
  };

  const draw = () => {
    for (const message of state.messages) {
      const article = root.getElementById(message.id);
      // It was rendered before this file was loaded.
      if (article) decorate(article, message);
    }
    known.remember();
    const { link } = config;
    config.link = undefined;
    if (link) void more.use((it) => it.openLink(link));
    more.draw();
    follow.draw();
    const people = drawAvailability();
    drawForms(people);
    drawMenu(people.sendsEmail);
    drawContinue();
    drawAttach();
    files.draw();
  };

  fitKeyboard();
  // A registered widget has its logo there.
  panel.querySelector('span.face')?.append(initials(config.title));

  return {
    render,
    decorate,
    draw(nextState: State, locale: string) {
      setScene(nextState, locale);
      draw();
    },
  };
};
