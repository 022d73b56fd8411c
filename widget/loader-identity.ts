import type { LoaderView } from './loader-view.ts';
import type { PageApi, TellFrame, TellLoadedFrame } from './loader-part.ts';
import { parse, text } from './model.ts';
import type { OwnScript } from './own-script.ts';
import { store } from './storage.ts';

/** The loader calls this part with what it needs (loader-part.ts). */
declare const widget: PageApi;
declare const tell: TellFrame;
declare const tellLoaded: TellLoadedFrame;
declare const surface: LoaderView;
declare const script: OwnScript;

/** More calls within a minute wait for its end; the newest counts. */
const MOST_CALLS = 10;
const MINUTE_MS = 6e4;
/** How long a page that has not identified its visitor yet may take, where the one before was identified. */
const LATE_MS = 3e3;

const warn = (problem: string) => console.warn(`ChatWidget.identify: ${problem}`);

/** The subject of a token, unverified: it only distinguishes visitors of this page. */
const subjectOf = (token: string): string => {
  try {
    const [, claims = ''] = token.split('.');
    return text(parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub);
  } catch {
    // The service says what is wrong with it.
    return '';
  }
};

/** Whether the frame may hold a conversation of an identified visitor. */
const memory = store(() => localStorage, `chat-widget ${script.src} identity`);
/** The page's identity: a token, or a function that returns one. */
let source: unknown;
let subject = '';
let calls = 0;
let settling = 0;
let late = 0;

const forget = () => {
  subject = '';
  clearTimeout(late);
  late = 0;
  if (surface.frame.src || memory().identified) {
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
  // The page has given another one in the meantime, or has signed its visitor out.
  if (source !== asked) {
    if (source) void answer();
    return;
  }
  const next = subjectOf(token);
  // Another person: the frame forgets the one before, and asks again once it has reloaded.
  if (subject && next && next !== subject) forget();
  else tell('identity', { token, failed: !token });
  subject = next || subject;
  if (token) memory({ identified: true });
};

/** The page has not identified its visitor. */
const answerNone = () => {
  late = 0;
  tell('identity', { token: '' });
};

const settle = () => {
  settling = 0;
  calls++;
  setTimeout(() => calls--, MINUTE_MS);
  // It may name another person than the one whose conversation is shown; its answer decides.
  if (subject && surface.frame.src) void answer().then(() => tell('identify'));
  else tell('identify');
};

widget.identify = (next) => {
  if (typeof next !== 'string' && typeof next !== 'function') {
    warn('pass a token, or a function that returns one.');
    return;
  }
  source = next;
  if (settling) return;
  if (calls >= MOST_CALLS) warn('too many calls. The newest token is used in a minute.');
  settling = window.setTimeout(settle, calls < MOST_CALLS ? 0 : MINUTE_MS);
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
  else late = window.setTimeout(answerNone, memory().identified ? LATE_MS : 0);
});
widget.on('identity-refused', (detail) => {
  const { refusal, explanation } = parse(JSON.stringify(detail));
  warn(`${text(explanation)} (${text(refusal)})`);
});
