import { useEffect, useState } from 'preact/hooks';
import {
  type CannedValues,
  type CannedVariable,
  variablesIn,
  withCannedValues,
} from '../../../conversations/rules/canned-variables.ts';
import type { CannedReply } from '../../../conversations/records/canned-reply.ts';
import { foldNames, pressInList } from './option-list.tsx';
import type { Desk } from '../state/desk.ts';
import { conversationOf } from '../state/state.ts';
import type { Writing } from './use-writing.ts';

/** A canned reply with the variables of one conversation filled in. */
export interface FoundReply {
  reply: CannedReply;
  /** With all known values. */
  text: string;
  /** The variables without a value. */
  missing: readonly CannedVariable[];
}

/** The search for a canned reply in the composer: after a slash in an empty field, or next to a draft. */
export function useCannedSearch(desk: Desk, sessionId: string, { mode, text, write, field }: Writing) {
  const { canned, cannedProblem } = desk.state.get();
  const { cannedValues, cannedValuesProblem } = conversationOf(desk.state.get(), sessionId);
  const [active, setActive] = useState(0);
  const [dismissed, setDismissed] = useState('');
  /**
   * The draft from which the button opened the menu: the selected reply is appended to it, and what is typed
   * after it is the search.
   */
  const [base, setBase] = useState<string>();
  const isAdding = base !== undefined && text.startsWith(base);
  const typed = isAdding ? text.slice(base.length) : searchIn(text);
  const search = mode === 'reply' ? typed : undefined;
  const isOpen = search !== undefined && (isAdding || dismissed !== text);
  // Replies with variables wait for the values, so that no known value is left out.
  const isReady = cannedValues !== undefined || cannedValuesProblem !== undefined;
  const found =
    isOpen && canned && (isReady || canned.every(({ content }) => variablesIn(content).length === 0))
      ? matching(canned, search).map((reply) => fillVariables(reply, cannedValues))
      : undefined;

  useEffect(() => {
    if (!isOpen) return;
    if (!canned) void desk.assist.loadCanned();
    void desk.assist.loadCannedValues(sessionId);
  }, [isOpen]);
  useEffect(() => setActive(0), [search]);

  const close = () => {
    // A slash that only opened the menu is no draft.
    if (text === '/') write('');
    setDismissed(text);
    setBase(undefined);
  };
  const choose = (content: string) => {
    const before = isAdding ? base.trimEnd() : '';
    write(before === '' ? content : `${before}\n\n${content}`);
    setBase(undefined);
    field.current?.focus();
  };
  return {
    isOpen,
    /** Undefined while loading. */
    found,
    /** Why replies or values could not be loaded. */
    problem: cannedProblem ?? cannedValuesProblem,
    /** Loads again after a failure. */
    retry() {
      void desk.assist.loadCanned();
      void desk.assist.loadCannedValues(sessionId);
    },
    /** The index of the selected reply. */
    active,
    /** Whether the text is a search, which cannot be sent as a reply. */
    isSearch: isOpen && (!isAdding || text !== base),
    /** Handles typed text. */
    change: write,
    choose,
    /** Opens or closes the menu. */
    toggle() {
      if (isOpen) close();
      else setBase(text);
      field.current?.focus();
    },
    /** Handles a key of the menu. Returns false for other keys. */
    press(event: KeyboardEvent) {
      if (!isOpen) return false;
      const count = found?.length ?? 0;
      const chooseAt = (index: number) => {
        const chosen = found?.[index];
        if (chosen) choose(chosen.text);
      };
      const isOfList = pressInList(event, { active, count, select: setActive, choose: chooseAt, close });
      // Without a match, Enter does not send the search.
      return isOfList || event.key === 'Enter';
    },
  };
}

function fillVariables(reply: CannedReply, values: CannedValues = {}): FoundReply {
  const text = withCannedValues(reply.content, values);
  return { reply, text, missing: variablesIn(text) };
}

/** The search text after a slash at the start of a draft; undefined without a slash. */
export function searchIn(draft: string): string | undefined {
  return /^\/([^\n]{0,80})$/.exec(draft)?.[1];
}

/** The canned replies that contain every word; matches in the title come first. */
export function matching(replies: readonly CannedReply[], search: string): CannedReply[] {
  const words = foldNames(search).split(/\s+/).filter(Boolean);
  const holds = (text: string) => words.every((word) => foldNames(text).includes(word));
  const byTitle = replies.filter(({ title }) => holds(title));
  const byContent = replies.filter(({ title, content }) => !holds(title) && holds(`${title} ${content}`));
  return [...byTitle, ...byContent];
}
