import type { Config } from '../config.ts';
import type { Conversation } from '../conversation.ts';
import type { Say } from '../i18n.ts';
import type { State } from '../state.ts';
import type { Decorate, Render } from '../thread-view.ts';
import { addAvatar } from './avatar.ts';
import { availability } from './availability.ts';
import { addSources } from './citations.ts';
import { closeQuestion } from './close-question.ts';
import { contactForm } from './contact-form.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { files } from './files.ts';
import { menu } from './menu.ts';
import { newMessages } from './pill.ts';
import type { Scene } from './scene.ts';
import styles from './style.css';
import { sourceSheet } from './source-sheet.ts';
import { suggestions } from './suggestions.ts';
import { addTables } from './tables.ts';
import { addThumbs } from './thumbs.ts';

/**
 * Adds what the second file holds to a panel, once; returns what draws it with each change, in the same frame
 * as the first file. `render` is the first file's Markdown.
 */
export const enrich = (root: ShadowRoot, config: Config, chat: Conversation, render: Render) => {
  const sheet = new CSSStyleSheet();
  const panel = root.querySelector('dialog');
  const thread = root.querySelector<HTMLElement>('.thread');
  const input = root.querySelector('textarea');
  if (!panel || !thread || !input) return undefined;
  let scene: Scene | undefined;
  const redraw = () => {
    if (scene) draw(scene);
  };
  const drawMenu = menu(panel, input, config, chat);
  const drawPeople = availability(panel, config, redraw);
  const drawForm = contactForm({ thread, composer: input }, config, chat, redraw);
  const source = sourceSheet(panel, chat, render);
  const addSuggestions = suggestions(panel, thread, chat);
  const drawPill = newMessages(thread);
  const drawQuestion = closeQuestion(thread, chat);
  const notes = thread.lastElementChild ?? thread;
  const ofFiles = files({ panel, notes, input }, config, chat);
  /** The articles that have been enriched; one that is drawn again is another element. */
  const done = new WeakSet<Element>();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets.push(sheet);

  const decorate: Decorate = (article, message, say) => {
    if (done.has(article)) return;
    done.add(article);
    addSuggestions(article, message);
    if (message.role === 'agent') addAvatar(article, message);
    if (message.role === 'assistant') addTables(article);
    ofFiles.add(article, message);
    if (message.role !== 'assistant' || message.interrupted || !message.seq) return;
    addSources(article, message, source.open, say);
    addThumbs(article, message, chat, say);
    addCopyButtons(article, say);
  };

  const draw = (next: Scene) => {
    const { state, say } = next;
    for (const message of state.messages) {
      const article = root.getElementById(message.id);
      // Drawn before this file was there.
      if (article) decorate(article, message, say);
    }
    drawMenu(next);
    drawForm(next, drawPeople(next));
    drawQuestion(next);
    drawPill(next);
    source.draw(next);
    ofFiles.draw(next);
  };

  return {
    decorate,
    draw(state: State, say: Say, locale: string) {
      draw((scene = { state, say, locale }));
    },
  };
};
