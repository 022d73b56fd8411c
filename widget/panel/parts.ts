import { attachButton } from '../files/attach.ts';
import { messageFiles } from '../files/message-files.ts';
import { addAvatar } from './avatar.ts';
import { availability } from './availability.ts';
import { addSources } from './citations.ts';
import type { PanelContext } from './context.ts';
import { continueNote } from './continue-note.ts';
import { addCopyButtons } from './copy-buttons.ts';
import type { Scrolling } from './scrolling.ts';
import { knownConversations } from './known-conversations.ts';
import { loadedPart } from './loaded-part.ts';
import { menu } from './menu.ts';
import { personParts } from './person-parts.ts';
import { suggestions } from './suggestions.ts';
import { addTables } from './tables.ts';
import type { Decorate } from './thread-view.ts';
import { addThumbs } from './thumbs.ts';

/** The parts of the panel around thread and composer: they add to them, and load more when it is needed. */
export const panelParts = (
  context: PanelContext,
  scroll: Scrolling,
): { decorate: Decorate; draw: () => void } => {
  const { config, modules } = context;
  const known = knownConversations(context);
  const conversations = loadedPart(async () => (await modules.conversations()).conversations(context, known));
  const files = loadedPart(async () => (await modules.files()).files(context));
  const drawMenu = menu(context, known, conversations);
  const drawAvailability = availability(context);
  const drawPersonParts = personParts(context);
  const drawContinue = continueNote(context);
  const drawAttach = attachButton(context, files);
  const addSuggestions = suggestions(context);
  const addFiles = messageFiles(context, files);
  /** If its module could not be loaded, the next drawing tries it again. */
  const openLink = async (link: string) => {
    if (!(await conversations.use((it) => it.openLink(link)))) config.link = link;
  };

  return {
    decorate(article, message) {
      addSuggestions(article, message);
      if (message.role === 'agent') addAvatar(article, message);
      if (message.role === 'assistant') addTables(article);
      addFiles(article, message);
      if (message.role !== 'assistant' || message.interrupted || !message.seq) return;
      addSources(context, article, message, conversations);
      addThumbs(context, article, message, conversations);
      addCopyButtons(context, article);
    },
    draw() {
      known.remember();
      const { link } = config;
      config.link = undefined;
      if (link) void openLink(link);
      conversations.draw();
      scroll.draw(context.state);
      const people = drawAvailability();
      drawPersonParts(people);
      drawMenu(people.sendsEmail);
      drawContinue();
      drawAttach();
      files.draw();
    },
  };
};
