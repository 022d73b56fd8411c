import type { Loose } from '../model.ts';
import type { Say } from '../i18n.ts';
import { chat, config, locale as current, panel, say as sayNow, state } from './context.ts';
import { api, h, text, write } from './first-file-parts.ts';

/** How long a response is valid, in milliseconds. After that it is requested again when it is shown. */
const FRESH_MS = 6e4;
const DAY_MS = 864e5;

const duration = (seconds: number, locale: string): string => {
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  let [value, unit] = [minutes, 'minute'];
  if (hours > 24) [value, unit] = [Math.ceil(hours / 24), 'day'];
  else if (minutes > 60) [value, unit] = [hours, 'hour'];
  return value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short' });
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
const isAbsent = ({ status }: Loose): boolean => /^(aw|cl)/.test(text(status));

/**
 * For a page with an earlier script, after the chat was taken off the site. A frame is refused instead.
 */
const hideUnlessBegun = () => {
  if (!state.open || state.sessionId || config.id) return;
  chat.show(false);
  panel.nextElementSibling?.setAttribute('hidden', '');
};

/**
 * The availability in the header, and next to the link for requesting an agent. It is requested while the
 * panel is open and an agent is offered or requested. Nothing is shown if it is unknown. In other
 * conversations it is requested once, because the response says whether the service sends e-mails.
 */
export const availability = (redraw: () => void) => {
  const line = h('span', 'when');
  let people: Loose = {};
  let askedAt = -FRESH_MS;
  const title = panel.querySelector('header div');
  const offer = panel.querySelector('footer button');
  line.id = 'when';
  offer?.setAttribute('aria-describedby', line.id);

  const ask = async () => {
    askedAt = Date.now();
    const { base, id } = config;
    const { status, body } = await api(base)(`availability${id ? `?w=${encodeURIComponent(id)}` : ''}`);
    // The request failed or is forbidden by the page's policy.
    people = status === 200 ? body : {};
    redraw();
  };

  /** Returns a sentence that no agent is available; empty otherwise. */
  const draw = (): string => {
    const { status, open } = state;
    const isOffered = /^[oh]/.test(status);
    if (open && (isOffered || askedAt < 0) && Date.now() - askedAt >= FRESH_MS) void ask();
    if (people.off) hideUnlessBegun();
    // The contact form shows the availability to waiting visitors.
    line.hidden = !isOffered || (status !== 'open' && isAbsent(people));
    line.dataset.is = text(people.status);
    if (!state.sessionId) title?.append(line);
    else if (line.previousSibling !== offer) offer?.after(line);
    const words = availabilityLine(people, sayNow, current);
    write(line, words);
    return isAbsent(people) ? words : '';
  };

  /** Whether the service can send e-mails to visitors. */
  return { draw, sendsEmail: () => people.email === true };
};
