import { surroundings } from '../surroundings.ts';
import type { Config } from '../config.ts';
import type { Conversation } from '../conversation.ts';
import { button, h, write } from '../dom.ts';
import { sayIn } from '../i18n.ts';
import { uuid } from '../ids.ts';
import { list, loose, text, type Loose } from '../model.ts';
import type { State } from '../state.ts';
import { store } from '../storage.ts';
import { availabilityLine, isAbsent } from './availability.ts';
import { field, showIn } from './field.ts';
import type { Scene } from './scene.ts';

/** A visitor who has waited this long for a person may leave a message, whether agents are there or not. */
const WAIT_MS = 18e4;

/** What a phone number may be written with, and an e-mail address at least has: the service decides. */
const PHONE = /^\+?[\p{Nd} ()./-]{5,}$/u;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The question that the visitor waits with: the newest one that is not just the request for a person. */
const questionOf = ({ messages }: State, request: string): string =>
  messages.findLast(({ role, content }) => role === 'visitor' && content !== request)?.content ?? '';

/** When a person was asked for, in milliseconds since the epoch; NaN where that is not known. */
const askedAt = ({ messages }: State): number =>
  Date.parse(text(messages.findLast(({ event }) => event)?.createdAt));

/**
 * The form below a conversation that waits while no one is there: how the visitor can be reached, and the
 * question. Question and name survive a reload of the tab; the address is never stored in the browser.
 */
export const contactForm = (
  { thread, composer }: { thread: Element; composer: HTMLTextAreaElement },
  config: Config,
  chat: Conversation,
  redraw: () => void,
): ((scene: Scene, people: Loose) => void) => {
  const kept = store(() => sessionStorage, `chat-widget ${config.base}${config.id ?? ''} form`);
  let say = sayIn({});
  /** The conversation that the fields are filled for. */
  let sessionId = '';
  /** When this page first saw that the conversation waits. */
  let seenAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = false;
  /** The visitor has typed into the form. */
  let begun = false;
  /** Sent from this page, and not said yet that it is stored. */
  let justSent = false;
  /** The id of the message, the same each time that it is sent. */
  let sent = { question: '', id: '' };

  const reach = field('reach', h('input'));
  const name = field('name', h('input'));
  const question = field('question', h('textarea'));
  const consent = field('consent', Object.assign(h('input'), { type: 'checkbox' }));
  const heading = h('h3');
  const intro = h('span');
  const submit = button('primary', () => {});
  const failure = h('div', 'error');
  const otherwise = h('small');
  const done = h('div', 'card');
  const form = h(
    'form',
    'card',
    heading,
    intro,
    question.row,
    reach.row,
    name.row,
    consent.row,
    submit,
    failure,
    otherwise,
  );

  const keep = () => kept({ sessionId, question: question.input.value, name: name.input.value });

  const fill = (state: State) => {
    if (state.sessionId === sessionId) return;
    sessionId = state.sessionId;
    const stored = kept();
    const own = stored.sessionId === sessionId;
    begun = own;
    justSent = false;
    question.input.value = own ? text(stored.question) : questionOf(state, say('Talk to a person'));
    name.input.value = own ? text(stored.name) : '';
    reach.input.value = '';
    consent.input.checked = false;
    fault({});
    seenAt = Date.now();
  };

  /** Shows what is wrong with which field, and moves the focus to the first; true where nothing is. */
  const fault = (faults: { reach?: string; question?: string; consent?: string }): boolean => {
    reach.fault(faults.reach ?? '');
    question.fault(faults.question ?? '');
    consent.fault(faults.consent ?? '');
    const [first] = [question, reach, consent].filter(({ input }) => input.ariaInvalid === 'true');
    first?.input.focus();
    return !first;
  };

  const INVALID = () => say('This is neither an e-mail address nor a phone number.');

  const check = (address: string): boolean => {
    const isAddress = EMAIL.test(address) || PHONE.test(address);
    return fault({
      ...(question.input.value.trim() ? {} : { question: say('Write your question.') }),
      ...(address
        ? !isAddress && { reach: INVALID() }
        : { reach: say('Enter an e-mail address or a phone number.') }),
      ...(!consent.input.checked && { consent: say('Check this box to leave a message.') }),
    });
  };

  const send = async () => {
    const address = reach.input.value.trim();
    const own = question.input.value.trim();
    if (sending || !check(address)) return;
    if (own !== sent.question) sent = { question: own, id: uuid() };
    sending = true;
    write(failure, '');
    submit.ariaDisabled = 'true';
    const isStored = chat.state().messages.some(({ role, content }) => role === 'visitor' && content === own);
    const caller = name.input.value.trim();
    const { status, body } = await chat.post('contact', {
      [address.includes('@') ? 'email' : 'phone']: address,
      ...(caller && { name: caller }),
      ...(!isStored && { message: own, clientMessageId: sent.id }),
      consent: true,
      ...surroundings(),
    });
    sending = false;
    submit.ariaDisabled = null;
    if (status === 200) {
      kept({});
      begun = false;
      reach.input.value = '';
      // The form stands until the next frame.
      justSent = true;
      return;
    }
    const isRefused = list(body.issues).some((it) => /email|phone/.test(text(loose(it).path)));
    if (isRefused) fault({ reach: INVALID() });
    else write(failure, say(status === 409 ? 'This conversation has ended.' : 'Your message was not sent.'));
  };

  /** An agent has come, or the conversation has ended, and the form has gone: the question can be sent on. */
  const moveQuestion = ({ messages }: State) => {
    const own = question.input.value.trim();
    const isStored = messages.some(({ role, content }) => role === 'visitor' && content === own);
    begun = false;
    kept({});
    if (!own || isStored || composer.value) return;
    composer.value = own;
    composer.dispatchEvent(new Event('input'));
  };

  const settle = (state: State, isLeft: boolean) => {
    if (isLeft && justSent) done.focus();
    justSent &&= !isLeft;
    if (begun && !sending && state.sessionId === sessionId && /^cl/.test(state.status)) moveQuestion(state);
  };

  /** The texts that do not change with what was left. */
  const label = (people: Loose, locale: string) => {
    write(heading, (isAbsent(people) && availabilityLine(people, say, locale)) || say('No answer yet'));
    write(intro, say('Leave an e-mail address or a phone number, and we get back to you.'));
    question.name(say('Your question'));
    reach.name(say('E-mail or phone'));
    name.name(say('Name (optional)'));
    consent.name(say('I agree that this is kept with the conversation and used to answer me.'));
    write(submit, say('Leave message'));
    write(otherwise, say('Leave this page open or come back; your answer will be here.'));
  };

  reach.input.autocomplete = 'email';
  reach.input.autocapitalize = 'none';
  reach.input.maxLength = 254;
  name.input.autocomplete = 'name';
  name.input.maxLength = 100;
  question.input.maxLength = 4000;
  question.input.rows = 2;
  failure.role = 'alert';
  done.role = 'status';
  done.tabIndex = -1;
  form.noValidate = true;
  form.oninput = () => {
    begun = true;
    keep();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    void send();
  };

  return ({ state, say: nextSay, locale }, people) => {
    say = nextSay;
    const left = loose(state.leftMessage);
    // Until the messages are there, neither the question is known, nor whether a message was left.
    const waits = state.status === 'human_requested' && !!state.messages[0];
    const isLeft = waits && !!left.leftAt && !left.answeredAt;
    const asks = waits && !left.leftAt;
    if (asks) fill(state);
    const waited = Date.now() - Math.min(seenAt, askedAt(state) || seenAt);
    const isLate = waited >= WAIT_MS;
    clearTimeout(timer);
    if (asks && !isLate) timer = setTimeout(redraw, WAIT_MS - waited);
    // What was begun stays, though an agent has come back meanwhile.
    showIn(thread, form, asks && (isAbsent(people) || isLate || begun));
    showIn(thread, done, isLeft);
    label(people, locale);
    write(done, isLeft && say('We have your message. Come back at any time; your answer will be here.'));
    settle(state, isLeft);
  };
};
