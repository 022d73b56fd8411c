import type { PanelContext } from '../panel/context.ts';
import type { Say } from '../languages/say.ts';
import { faultOf } from './field.ts';
import { button, h, write } from '../dom.ts';
import { list, loose, text } from '../model.ts';

/** The text of a card whose change was decided; a message below has the result. */
const outcomeOf = (now: string, say: Say): string => {
  if (now === 'running') return say('Sending');
  if (now === 'done') return say('Confirmed');
  if (now === 'failed') return say('Failed');
  if (now === 'expired') return say('Expired');
  return now === 'canceled' ? say('Canceled') : '';
};

/**
 * The card of a change below the message that proposes it: its exact values, and the visitor's choice, which
 * the service runs once. `decided` has the states by the service's answers, newer than those of the messages.
 */
export const proposalCard = (
  context: PanelContext,
  article: Element,
  messageId: string,
  decided: Map<string, string>,
): (() => void) => {
  const { chat, say, show } = context;
  let isSending = false;
  const question = h('h3');
  const values = h('dl');
  const confirm = button('primary', () => void decide('confirm'));
  const cancel = button('', () => void decide('cancel'));
  const answers = h('div', 'answers', confirm, cancel);
  const outcome = h('span', 'small');
  const failure = h('span', 'small bad');
  const card = h('div', 'card', question, values, answers, outcome, failure);

  const proposal = () => loose(context.state.messages.find(({ id }) => id === messageId)?.proposal);

  const decide = async (decision: string) => {
    if (isSending) return;
    isSending = true;
    draw();
    show(card, true);
    const { status, body } = await chat.post(`chat/proposals/${text(proposal().id)}`, {
      messageId,
      decision,
    });
    isSending = false;
    decided.set(messageId, text(loose(body.proposal).state));
    write(failure, faultOf(status, say));
    draw();
    if (status === 200) card.focus();
  };

  const draw = () => {
    const { state } = context;
    const its = proposal();
    const stored = text(its.state);
    const isOver = stored === 'waiting' && Date.parse(text(its.expiresAt)) < Date.now();
    const now = (stored === 'waiting' && decided.get(messageId)) || (isOver ? 'expired' : stored);
    const asked = text(its.question);
    write(question, asked);
    // The message above can be the same sentence.
    question.hidden = state.messages.some(({ id, content }) => id === messageId && content === asked);
    if (!values.firstChild) {
      for (const value of list(its.values).map(loose)) {
        values.append(h('dt', '', text(value.label)), h('dd', '', text(value.value)));
      }
    }
    write(confirm, say('Confirm'));
    write(cancel, say('Cancel'));
    answers.hidden = now !== 'waiting' || state.status === 'closed';
    confirm.ariaDisabled = cancel.ariaDisabled = isSending ? 'true' : null;
    write(outcome, isSending ? say('Sending') : outcomeOf(now, say));
  };

  outcome.role = 'status';
  failure.role = 'alert';
  card.tabIndex = -1;
  article.append(card);
  return draw;
};
