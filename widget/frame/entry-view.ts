import { button, h, write } from '../dom.ts';
import type { Say } from '../languages/say.ts';
import type { Entry } from './visitor-token.ts';

interface EntryState {
  entry: Entry;
  /** Whether visitors can sign in. */
  canSignIn: boolean;
  /** The visitor's name after sign-in. */
  name: string;
  /** Whether the browser blocked the sign-in window. */
  blocked: boolean;
}

/**
 * Shown instead of the composer while the visitor cannot write, with the sign-in link below the greeting.
 * Returns the render function.
 */
export const entryView = (
  shell: HTMLElement,
  signIn: () => void,
  again: () => void,
  decide: (isContinued: boolean) => void,
) => {
  const sentence = h('p');
  const detail = h('p', 'small');
  const act = button('primary', () => {
    if (entry === 'continue') decide(true);
    else if (entry === 'sign-in') signIn();
    else again();
  });
  const leave = button('', () => decide(false));
  const card = h('div', 'entry-card', sentence, detail, h('div', '', act, leave));
  const invite = button('', signIn);
  const who = h('span');
  const refusal = h('span', 'refusal');
  let entry: Entry = 'open';
  card.role = refusal.role = 'status';
  shell.querySelector('.thread > p')?.append(' ', who, invite, ' ', refusal);
  shell.querySelector('.composer')?.before(card);

  return (state: EntryState, say: Say): void => {
    entry = state.entry;
    const isOpen = entry === 'open';
    const isQuestion = entry === 'continue';
    const hadFocus = shell.querySelector('.composer :focus');
    card.hidden = isOpen;
    leave.hidden = detail.hidden = !isQuestion;
    shell.classList.toggle('shut', !isOpen);
    invite.hidden = !isOpen || !state.canSignIn || !!state.name;
    const reason = {
      'sign-in': say('Sign in to chat.'),
      expired: say('Your sign-in on this site has expired. Reload the page to continue.'),
      unavailable: say('This chat is not available here.'),
      continue: say('Continue this conversation?'),
      open: '',
    };
    const action = { 'sign-in': say('Sign in'), continue: say('Continue') };
    write(sentence, reason[entry]);
    write(detail, say('You opened it with a link from an e-mail. Continue it only if it is yours.'));
    write(act, entry === 'sign-in' || entry === 'continue' ? action[entry] : say('Try again'));
    write(leave, say('Leave conversation'));
    // The composer, which is hidden now, had it.
    if (isQuestion && hadFocus) act.focus();
    write(invite, say('Sign in'));
    write(who, state.name && say('Signed in as {}', state.name));
    write(refusal, state.blocked ? say('The sign-in window could not be opened.') : '');
  };
};
