import type { PageApi, PostToFrame, PostToLoadedFrame } from './part.ts';
import { parse, text } from '../model.ts';
import type { OwnScript } from '../stub/own-script.ts';
import { store } from '../storage.ts';

/** Parameters from the script (part.ts). */
declare const widget: PageApi;
declare const tell: PostToFrame;
declare const tellLoaded: PostToLoadedFrame;
declare const isLoaded: () => boolean;
declare const script: OwnScript;

/** The most calls per minute. Further calls wait for its end; the latest one is used. */
const MAX_CALLS = 10;
const MINUTE_MS = 60_000;
/** How long a page may take to identify its visitor if the previous page did, in milliseconds. */
const LATE_MS = 3000;

const warn = (problem: string) => console.warn(`ChatWidget.identify: ${problem}`);

/** The subject of a token, unverified. It is only used to distinguish visitors of this page. */
const subjectOf = (token: string): string => {
  try {
    const [, claims = ''] = token.split('.');
    return text(parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub);
  } catch {
    // The service reports what is wrong with the token.
    return '';
  }
};

/** Whether the frame may have a conversation of an identified visitor. */
const memory = store(() => localStorage, `chat-widget ${script.src} identity`);
/** The visitor's identity from the page: a token, or a function that returns one. */
let source: unknown;
let subject = '';
let calls = 0;
let settling = 0;
let late = 0;

const forget = () => {
  subject = '';
  clearTimeout(late);
  late = 0;
  if (isLoaded() || memory().identified) {
    tellLoaded('logout')();
  }
  memory({});
};

const answer = async () => {
  clearTimeout(late);
  late = 0;
  let token = '';
  const asked = source;
  try {
    token = text(await (typeof asked === 'function' ? Reflect.apply(asked, undefined, []) : asked));
    if (!token) warn('there is no token.');
  } catch (error) {
    warn(String(error));
  }
  // The page has set another identity in the meantime, or has signed its visitor out.
  if (source !== asked) {
    if (source) void answer();
    return;
  }
  const next = subjectOf(token);
  // Another visitor: the frame forgets the previous one, and asks again after it has reloaded.
  if (subject && next && next !== subject) forget();
  else tell('identity', { token, failed: !token });
  subject = next || subject;
  if (token) memory({ identified: true });
};

/** Answers that the page has not identified its visitor. */
const answerAnonymous = () => {
  late = 0;
  tell('identity', { token: '' });
};

const scheduleAnswer = () => {
  settling = 0;
  calls++;
  setTimeout(() => calls--, MINUTE_MS);
  // The identity may be another visitor's; the response decides.
  if (subject && isLoaded()) void answer().then(() => tell('identify'));
  else tell('identify');
};

widget.identify = (next) => {
  if (typeof next !== 'string' && typeof next !== 'function') {
    warn('pass a token, or a function that returns one.');
    return;
  }
  source = next;
  if (settling) return;
  if (calls >= MAX_CALLS) warn('too many calls. The newest token is used in a minute.');
  settling = window.setTimeout(scheduleAnswer, calls < MAX_CALLS ? 0 : MINUTE_MS);
  if (late) void answer();
};

widget.logout = () => {
  source = undefined;
  clearTimeout(settling);
  settling = 0;
  forget();
};

widget.on('identity-wanted', () => {
  if (source) void answer();
  else late = window.setTimeout(answerAnonymous, memory().identified ? LATE_MS : 0);
});
widget.on('identity-refused', (detail) => {
  const { refusal, explanation } = parse(JSON.stringify(detail));
  warn(`${text(explanation)} (${text(refusal)})`);
});
