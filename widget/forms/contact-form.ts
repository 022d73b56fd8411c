import type { Absence } from '../panel/availability.ts';
import type { PanelContext } from '../panel/context.ts';
import type { State } from '../panel/state.ts';
import { button, h, write } from '../dom.ts';
import { list, loose, text } from '../model.ts';
import { store } from '../storage.ts';
import { surroundings } from '../surroundings.ts';
import { uuid } from '../ids.ts';
import { field, focusLate, showIn } from './field.ts';

/** A visitor who has waited this long for a person may leave a message, whether agents are there or not. */
const WAIT_MS = 180_000;

/** The characters of a phone number, and the minimum of an e-mail address: the service decides. */
const PHONE = /^\+?[\p{Nd} ()./-]{5,}$/u;
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** The question that the visitor waits with: the newest one that is not just the request for a person. */
const questionOf = ({ messages }: State, request: string): string =>
  messages.findLast(({ role, content }) => role === 'visitor' && content !== request)?.content ?? '';

/** Whether a question is in the conversation. */
const isSent = ({ messages }: State, own: string): boolean =>
  messages.some(({ role, content }) => role === 'visitor' && content === own);

/** Draws for a state. */
type DrawForms = (absence: Absence) => void;

/** When a person was asked for, in milliseconds since the epoch; NaN where that is not known. */
const askedAt = ({ messages }: State): number =>
  Date.parse(text(messages.findLast(({ event }) => event)?.createdAt));

/**
 * The form below a conversation that waits while no one is there: how the visitor can be reached, and the
 * question. Question and name survive a reload of the tab; the address is never stored in the browser.
 */
export const contactForm = (context: PanelContext): DrawForms => {
  const { chat, config, input: composer, say, show, redraw } = context;
  const kept = store(() => sessionStorage, `chat-widget ${config.base}${config.id ?? ''} form`);
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
  const failure = h('span', 'small bad');
  const otherwise = h('span', 'small');
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

  const fill = () => {
    const { state } = context;
    if (state.sessionId === sessionId) return;
    sessionId = state.sessionId;
    const stored = kept();
    const own = stored.sessionId === sessionId;
    begun = own;
    justSent = false;
    context.answersTo = '';
    question.input.value = own ? text(stored.question) : questionOf(state, say('Talk to a person'));
    const { name: knownName = '', email = '' } = config.known ?? {};
    name.input.value = own ? text(stored.name) : knownName;
    reach.input.value = email;
    consent.input.checked = false;
    fault();
    seenAt = Date.now();
  };

  /** Shows what is wrong with which field, and moves the focus to the first; true where nothing is. */
  const fault = (ofReach = '', ofQuestion = '', ofConsent = ''): boolean => {
    reach.fault(ofReach);
    question.fault(ofQuestion);
    consent.fault(ofConsent);
    const [first] = [question, reach, consent].filter(({ input }) => input.ariaInvalid === 'true');
    first?.input.focus();
    return !first;
  };

  const INVALID = () => say('This is neither an e-mail address nor a phone number.');

  const check = (address: string, own: string): boolean => {
    const isAddress = EMAIL.test(address) || PHONE.test(address);
    const ofReach = address ? INVALID() : say('Enter an e-mail address or a phone number.');
    return fault(
      isAddress ? '' : ofReach,
      own ? '' : say('Write your question.'),
      consent.input.checked ? '' : say('Check this box to leave a message.'),
    );
  };

  const send = async () => {
    const address = reach.input.value.trim();
    const own = question.input.value.trim();
    if (sending || !check(address, own)) return;
    if (own !== sent.question) sent = { question: own, id: uuid() };
    sending = true;
    show(form, true);
    write(failure, '');
    submit.ariaDisabled = 'true';
    const caller = name.input.value.trim();
    const { status, body } = await chat.post('contact', {
      [address.includes('@') ? 'email' : 'phone']: address,
      ...(caller && { name: caller }),
      ...(!isSent(context.state, own) && { message: own, clientMessageId: sent.id }),
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
      if (address.includes('@')) context.answersTo = address;
      return;
    }
    const isRefused = list(body.issues).some((it) => /email|phone/.test(text(loose(it).path)));
    if (isRefused) fault(INVALID());
    else write(failure, say(status === 409 ? 'This conversation has ended.' : 'Your message was not sent.'));
  };

  /** An agent has come, or the conversation has ended, and the form has gone: the question can be sent on. */
  const moveQuestion = () => {
    const own = question.input.value.trim();
    begun = false;
    kept({});
    if (!own || isSent(context.state, own) || composer.value) return;
    composer.value = own;
    composer.dispatchEvent(new Event('input'));
  };

  const settle = (isLeft: boolean) => {
    if (isLeft && justSent) focusLate(context, done, (it) => it.focus({ preventScroll: true }));
    justSent &&= !isLeft;
    const { sessionId: shown, status } = context.state;
    const isOver = status === 'claimed' || status === 'closed';
    if (begun && !sending && shown === sessionId && isOver) moveQuestion();
  };

  const promise = (sendsEmail: boolean): string =>
    sendsEmail && context.answersTo
      ? say('We have your message. Your answer will be here, and we send it to {}.', context.answersTo)
      : say('We have your message. Come back at any time; your answer will be here.');

  /** The texts that do not change with what was left. */
  const label = (absence: string) => {
    write(heading, absence || say('No answer yet'));
    write(intro, say('Leave an e-mail address or a phone number, and we get back to you.'));
    question.name(say('Your question'));
    reach.name(say('E-mail or phone'));
    name.name(say('Name (optional)'));
    consent.name(say('I agree that my details are stored and used to reply to me.'));
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

  /** `isTriggered`: a new form gets the focus. */
  const showForm = (isShown: boolean, isTriggered: boolean) => {
    const isNew = isShown && !form.isConnected;
    showIn(context, form, isShown);
    if (isNew && isTriggered) focusLate(context, form);
  };

  return ({ words: absence, isAsked, sendsEmail }) => {
    const { state } = context;
    const left = loose(state.leftMessage);
    // Until the messages are there, neither the question is known, nor whether a message was left.
    const waits = state.status === 'human_requested' && !!state.messages[0];
    const isLeft = waits && !!left.leftAt && !left.answeredAt;
    const asks = waits && !left.leftAt;
    if (asks) fill();
    const waited = Date.now() - Math.min(seenAt, askedAt(state) || seenAt);
    const isLate = waited >= WAIT_MS;
    clearTimeout(timer);
    if (asks && !isLate) timer = setTimeout(redraw, WAIT_MS - waited);
    // A form that was begun stays, even if an agent has come back in the meantime.
    label(absence);
    showForm(asks && (!!absence || isLate || begun), isAsked && !isLate);
    showIn(context, done, isLeft);
    write(done, isLeft && promise(sendsEmail));
    settle(isLeft);
  };
};
