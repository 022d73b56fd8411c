import { announce, conversation, laterModules, release, unread, view, withPerson } from '../panel/index.ts';
import type { Reply } from '../api.ts';
import { h } from '../dom.ts';
import { languageOf, loadTexts } from '../languages/load-texts.ts';
import { sayIn } from '../languages/say.ts';
import { themeOf } from '../stub/config.ts';
import type { Conversation } from '../panel/conversation-calls.ts';
import { entryView } from './entry-view.ts';
import { embedder, type PostToPage } from './embedder.ts';
import { closeOnEscape } from '../launcher/escape.ts';
import { readPublicConfig } from '../launcher/public-config.ts';
import styles from './frame.css';
import { list, loose, parse, text, type Loose } from '../model.ts';
import { signIn } from './sign-in.ts';
import type { EmitEvent } from '../stub/page-api.ts';
import { adoptStyles } from '../panel/place.ts';
import type { State } from '../panel/state.ts';
import { safeLink } from '../safe-link.ts';
import { clear, store, type Store } from '../storage.ts';
import { LOADED } from '../surroundings.ts';
import shellStyles from '../launcher/shell.css';
import { pageIdentity } from './page-identity.ts';
import { entryStateOf, visitorToken, type Entry } from './visitor-token.ts';

/** Starts the chat of a registered widget as a separate page. It only accepts messages from `origins`. */
function start(given: Loose, origins: readonly unknown[]): void {
  const publicConfig = readPublicConfig(given.branding);
  const branding = loose(given.branding);
  const mustSignIn = loose(given.signIn).required === true;
  const { strings } = publicConfig;
  const id = text(given.id);
  const base = new URL('../', location.href).href;
  const key = `chat-widget ${base} ${id}`;
  const host = document.createElement('chat-widget');
  const root = host.attachShadow({ mode: 'open' });
  /** Set after the visitor was forgotten: nothing is read or written until the page has reloaded. */
  let gone = false;
  const unlessGone =
    (it: Store): Store =>
    (fields) =>
      gone ? {} : it(fields);
  const local = (name: string) => unlessGone(store(() => localStorage, name));
  const kept = local(key);
  const keptTab = unlessGone(store(() => sessionStorage, key));
  let say = sayIn(strings);
  let language: string | undefined;
  /** The texts of the visitor's language are there, or could not be loaded. */
  let hasTexts = false;
  /** Whether the visitor has opened or used the chat. Before that nothing is stored or requested. */
  let begun = false;
  let entry: Entry = mustSignIn ? 'sign-in' : 'open';
  let name = '';
  let blocked = false;
  /** A link opened the conversation: a visitor who signs in is asked whether they continue it. */
  let linked = false;
  /** The conversation to continue. */
  let adopted: Loose | undefined;

  const tab: Store = (fields) => (fields && !begun ? {} : keptTab(fields));
  const shared: Store = (fields) => {
    if (!fields) return adopted ?? kept();
    const { sessionId } = loose(fields);
    // Other tabs must not switch to a session that does not match the token, because it will be replaced.
    return sessionId === undefined || sessionId === tokens.sessionId() ? kept(fields) : {};
  };

  /** Switches to another session, which is complete up to `seq`. Unsent messages move into it. */
  const adopt = (sessionId: string, seq?: number) => {
    if (sessionId === chat.state().sessionId) return;
    adopted = { sessionId, seq };
    chat.follow();
    adopted = undefined;
    chat.retry();
  };

  const hear = (reply: Reply) => {
    entry = entryStateOf(reply) ?? entry;
    if (reply.status === 200) {
      const visitor = loose(reply.body.visitor);
      name = text(visitor.name);
      config.known = { name, email: text(visitor.email) };
      linked = !!reply.body.linked;
      if (linked && identity.isOffered()) entry = 'continue';
    }
    showEntry();
  };

  /** Removes the stored data of this widget's visitor, and starts again. */
  const forget = () => {
    gone = true;
    for (const area of [() => localStorage, () => sessionStorage]) clear(area, id);
    location.reload();
  };

  /** Resolves when the page has identified itself. */
  const greeted = Promise.withResolvers<void>();
  const identity = pageIdentity({
    isOn: () => given.siteLogin === true && location.hash.startsWith(LOADED),
    // The page cannot be asked before it has identified itself.
    request: () => void greeted.promise.then(() => tell('event', { event: 'identity-wanted' })),
    refuse: (detail) => tell('event', { event: 'identity-refused', detail }),
    forget,
  });

  const tokens = visitorToken({
    base,
    exchange: identity.exchange,
    widgetId: id,
    kept: local(`${key} visitor`),
    adopt: (sessionId) => adopt(sessionId, 0),
    onReply: hear,
  });

  const begin = async (proof?: string, again?: boolean) => {
    begun = true;
    if (mustSignIn && !proof && !tokens.known() && !given.siteLogin) return;
    await tokens.ask(proof, again);
    const sessionId = tokens.sessionId();
    if (again) chat.retry();
    if (!(proof || identity.isKnown()) || !sessionId || sessionId === chat.state().sessionId) return;
    // A visitor who signs in continues an earlier conversation, if there is one.
    const { status } = await tokens.call(`messages?sessionId=${sessionId}&after=0`);
    if (status === 200 || chat.state().sessionId) adopt(sessionId);
  };

  /**
   * The panel is always open, because the script of the page opens and closes around it. An invisible frame
   * gets no animation frames, so it is rendered immediately.
   */
  const draw = (state: State, now = !state.open) => surface.show({ ...state, open: true }, now);

  const onChange = (next: State, previous: State) => {
    // The token is for the conversation that was continued.
    if (next.turns[0]?.continues === tokens.sessionId()) tokens.resume(next.sessionId);
    draw(next);
    if (next.status !== previous.status) showEntry();
    if (withPerson(next) !== withPerson(previous)) tellState();
    const emit: EmitEvent = (event, detail?: object) => {
      if (event === 'unread') tellState();
      // The content of messages is not sent to the page.
      else if (event === 'message') tell('event', { event, detail: { role: loose(detail).role } });
      else tell('event', { event, detail });
    };
    announce(next, previous, { emit, chime });
  };

  // The page comes from the service itself, as do its modules.
  const modules = laterModules(async () => {});
  // Without its module there is no tone.
  const chime = () =>
    void modules.agent().then(
      (it) => it.chime(),
      () => {},
    );
  const chat = conversation({ call: tokens.call, shared, tab, loadAgent: modules.agent, onChange });

  const restart = () => {
    tokens.renounce();
    chat.restart();
  };

  const resume: Conversation['resume'] = (earlier, renewal) => {
    tokens.resume(earlier.sessionId, renewal);
    chat.resume(earlier);
  };

  const config = {
    ...publicConfig,
    id,
    base,
    greeting: text(branding.greeting),
    suggestions: list(branding.suggestions).map(text).filter(Boolean),
    privacyUrl: safeLink(text(branding.privacyUrl)) ?? '',
    files: given.attachments === true,
    room: false,
    link: '',
    known: { name: '', email: '' },
    tell: (...words: Parameters<PostToPage>) => tell(...words),
  };
  const panel = h('dialog', 'float');
  const shell = h('div', publicConfig.left ? 'root left' : 'root', panel);
  const place = { root, shell, panel, toggle: () => tell('close'), unread: () => {} };
  root.append(shell);
  closeOnEscape(
    shell,
    () => chat.state().open,
    () => tell('close'),
  );
  adoptStyles(root, shellStyles);
  const surface = view(place, config, { ...chat, restart, resume }, modules);

  const openSignIn = () => {
    blocked = !signIn(`${base}widget/sign-in?w=${encodeURIComponent(id)}`, (proof) => void begin(proof));
    showEntry();
  };
  const enter = () => {
    if (linked) entry = 'continue';
    else openSignIn();
    showEntry();
  };
  const decide = (isContinued: boolean) => {
    tokens.decide(isContinued);
    if (identity.isOffered()) void begin('', true);
    else {
      entry = 'open';
      openSignIn();
    }
  };
  const drawEntry = entryView(shell, enter, () => void begin('', entry === 'expired'), decide);
  const showEntry = () => {
    // A conversation that has ended is only shown.
    const isOver = entry === 'continue' && chat.state().status === 'closed';
    drawEntry({ entry: isOver ? 'open' : entry, canSignIn: !!given.signIn, name, blocked }, say);
  };

  const speak = async (wanted: string) => {
    if (wanted === language) return;
    language = wanted;
    const texts = await loadTexts(release, wanted);
    say = sayIn({ ...texts, ...strings });
    surface.speak(say, texts.You ? languageOf(wanted) : 'en');
    showEntry();
    hasTexts = true;
    tellState();
  };

  const show = (open: boolean, focus?: boolean) => {
    if (open) void begin();
    chat.show(open);
    const first = entry === 'open' ? '.composer textarea' : '.entry-card button';
    if (open && focus) shell.querySelector<HTMLElement>(first)?.focus();
  };

  const setTheme = (theme: string) => {
    shell.style.colorScheme = document.documentElement.style.colorScheme = theme;
  };

  const tell = embedder(origins, {
    hello({ open, focus, locale, theme, room }) {
      config.room = room === true;
      shell.classList.remove('alone');
      if (theme) setTheme(themeOf(text(theme)));
      void speak(text(locale));
      tell('ready');
      greeted.resolve();
      if (open) show(true, focus === true);
    },
    open({ focus, page }) {
      // In a single-page application the URL can have changed.
      if (page) history.replaceState(null, '', `${LOADED}=${text(page)}`);
      show(true, focus === true);
    },
    close: () => show(false),
    greet(fields) {
      config.greeting = text(fields.text);
      draw(chat.state());
    },
    prefill: (fields) => surface.setDraft(text(fields.text)),
    link(fields) {
      config.link = text(fields.link);
      draw(chat.state());
    },
    locale: ({ locale }) => void speak(text(locale)),
    theme: ({ theme }) => setTheme(themeOf(text(theme))),
    'request-human'() {
      void begin();
      chat.askPerson();
    },
    reset() {
      local(`${key} list`)({});
      restart();
    },
    identify() {
      // Otherwise the page is asked when the visitor begins.
      if (begun && (entry !== 'open' || !identity.isKnown())) void begin('', true);
    },
    identity: ({ token, failed }) => identity.receive({ token: text(token), failed: failed === true }),
    logout: forget,
  });
  /** Sends the state that the page shows and stores. With the first one, the page shows the frame. */
  const tellState = () => {
    if (!hasTexts) return;
    const count = unread(chat.state());
    tell('state', { count, label: say('Unread: {}', count), live: withPerson(chat.state()) });
  };

  adoptStyles(root, styles);
  if (publicConfig.logo) {
    const logo = Object.assign(h('img', 'face'), { src: publicConfig.logo, alt: '' });
    shell.querySelector('.face')?.replaceWith(logo);
  }
  // No autofocus: the page decides, and browsers ignore the attribute in frames.
  shell.querySelector('textarea')?.removeAttribute('autofocus');
  panel.open = true;
  document.body.append(host);
  shell.style.cssText = document.documentElement.style.cssText = publicConfig.look;
  showEntry();
  for (const event of ['online', 'visibilitychange']) {
    addEventListener(event, () => {
      if (!document.hidden) chat.wake();
    });
  }
  addEventListener('pagehide', chat.rest);
  addEventListener('storage', chat.follow);
  begun = tokens.known();
  chat.follow();
  draw(chat.state(), true);
  if (location.hash.startsWith(LOADED)) return;

  shell.classList.add('alone');
  shell.hidden = true;
  void speak(navigator.language).then(() => {
    shell.hidden = false;
  });
  const used = new AbortController();
  const use = () => {
    used.abort();
    show(true);
  };
  // In the capture phase, because the panel stops its events.
  const early = { signal: used.signal, capture: true };
  for (const event of ['pointerdown', 'keydown', 'focusin']) addEventListener(event, use, early);
  if (begun) use();
}

const page = document.querySelector<HTMLElement>('[data-config]')?.dataset ?? {};
start(parse(page.config ?? ''), list(parse(page.origins ?? '')));
