import { text, type Loose } from '../model.ts';
import type { Say } from '../languages/say.ts';
import type { PanelContext } from './context.ts';
import { api } from '../api.ts';
import { h, write } from '../dom.ts';

/** How long a response is valid, in milliseconds. After that it is requested again when it is shown. */
const FRESH_MS = 60_000;
/** The same after a failed message, when the chat may be off the site. */
const RETRY_MS = 15_000;
const DAY_MS = 86_400_000;

const duration = (seconds: number, locale: string): string => {
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  let [value, unit] = [minutes, 'minute'];
  if (hours > 24) [value, unit] = [Math.ceil(hours / 24), 'day'];
  else if (minutes > 60) [value, unit] = [hours, 'hour'];
  const words = value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short' });
  // The unit does not wrap to a line without its number.
  return words.replaceAll(' ', '\u{a0}');
};

/**
 * A time in the visitor's time zone: today only the clock time, within six days with the weekday, otherwise
 * with the date.
 */
const formatMoment = (at: Date, now: Date, locale: string): string => {
  const isToday = at.toDateString() === now.toDateString();
  const isNear = +at - +now < 6 * DAY_MS;
  const date: Intl.DateTimeFormatOptions = isNear
    ? { weekday: 'long' }
    : { weekday: 'short', day: 'numeric', month: 'short' };
  return at.toLocaleString(locale, {
    ...(isToday ? {} : date),
    hour: 'numeric',
    minute: '2-digit',
  });
};

/** Describes the availability; empty if unknown. */
export const availabilityLine = (people: Loose, say: Say, locale: string, now = new Date()): string => {
  const { status } = people;
  const seconds = Number(people.typicalReplySeconds);
  const opensAt = new Date(text(people.opensAt));
  if (status === 'available') {
    return seconds > 0
      ? say('Our team usually answers in {}', duration(seconds, locale))
      : say('A person is available');
  }
  if (status === 'closed' && +opensAt > +now) {
    return say('Our team is back {}', formatMoment(opensAt, now, locale));
  }
  return isAbsent(people) ? say('Our team is away right now') : '';
};

/** Whether it is known that no agent is available. */
const isAbsent = ({ status }: Loose): boolean => status === 'away' || status === 'closed';

/**
 * For a page with an earlier script, after the chat was taken off the site. A frame is refused instead.
 */
const hideUnlessBegun = ({ place, config, state }: PanelContext) => {
  if (!state.open || state.sessionId || config.id) return;
  place.toggle(false);
  place.launcher?.setAttribute('hidden', '');
};

/** The availability for the forms of a waiting conversation. */
export interface Absence {
  /** Says that no agent is available; empty otherwise. */
  words: string;
  /** The visitor asked for an agent on this page. */
  isAsked: boolean;
  /** The service can send e-mails to visitors. */
  sendsEmail: boolean;
}

/**
 * The availability in the header, next to the link for requesting an agent, and in the thread while the
 * visitor waits. It is requested while the panel is open and an agent is offered, and again when an agent is
 * requested. Nothing is shown if it is unknown. In other conversations it is requested once, because the
 * response says whether the service sends e-mails.
 */
export const availability = (context: PanelContext): (() => Absence) => {
  const { config, show, say, thread, redraw } = context;
  const { panel } = context.place;
  const line = h('span', 'when');
  let people: Loose = {};
  let askedAt = -FRESH_MS;
  /** Counts the requests, because an earlier one can be answered later. */
  let asked = 0;
  /** The status of a conversation when it was last drawn. */
  let before = '';
  let isAsked = false;
  const title = panel.querySelector('header div');
  const offer = panel.querySelector('footer button');
  line.id = 'when';
  offer?.setAttribute('aria-describedby', line.id);

  const ask = async (asks: boolean) => {
    const its = ++asked;
    askedAt = Date.now();
    const { base, id } = config;
    const query = String(new URLSearchParams({ ...(id && { w: id }), ...(asks && { asks: 'true' }) }));
    const { status, body } = await api(base)(['availability', query].filter(Boolean).join('?'));
    if (its !== asked) return;
    // The request failed or is forbidden by the page's policy.
    people = status === 200 ? body : {};
    redraw();
  };

  /** Puts the line where it belongs, once. */
  const place = (isWaiting: boolean) => {
    const beside = context.state.sessionId ? offer?.parentElement : title;
    const parent = isWaiting ? thread : beside;
    if (!parent || line.parentElement === parent) return;
    if (parent === offer?.parentElement) offer.after(line);
    else parent.append(line);
    line.role = isWaiting ? 'status' : null;
  };

  const askInTime = (isOffered: boolean, isWaiting: boolean) => {
    const { sessionId, status, turns } = context.state;
    // A frame is always drawn as open.
    const { open } = context.chat.state();
    const freshMs = turns.at(-1)?.failure ? RETRY_MS : FRESH_MS;
    if (isWaiting && before === `${sessionId} open`) {
      // The known status can be a minute old.
      people = {};
      isAsked = true;
      void ask(true);
    } else if (open && (isOffered || askedAt < 0) && Date.now() - askedAt >= freshMs) void ask(false);
    before = `${sessionId} ${status}`;
    isAsked &&= isWaiting;
  };

  const draw = (): Absence => {
    const { state } = context;
    const isOffered = state.status === 'open' || state.status === 'human_requested';
    const isWaiting = state.status === 'human_requested';
    askInTime(isOffered, isWaiting);
    if (people.off) hideUnlessBegun(context);
    // The contact form shows the absence to waiting visitors.
    line.hidden = !isOffered || (isWaiting && isAbsent(people));
    line.dataset.is = text(people.status);
    place(isWaiting);
    const words =
      people.off && !state.messages.length
        ? say('This chat is not available here.')
        : availabilityLine(people, say, context.locale);
    const isNews = isAsked && words && !line.hidden && !line.textContent;
    write(line, words);
    if (isNews) show(line, false);
    return { words: isAbsent(people) ? words : '', isAsked, sendsEmail: people.email === true };
  };

  return draw;
};
