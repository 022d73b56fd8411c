import type { Absence } from '../panel/availability.ts';
import type { PanelContext } from '../panel/context.ts';
import { adoptStyles } from '../panel/place.ts';
import { actionCards } from './action-cards.ts';
import { closeQuestion } from './close-question.ts';
import { contactForm } from './contact-form.ts';
import styles from './style.css';

/** The forms of a conversation that waits or has ended, and of actions. Returns their render function. */
export const forms = (context: PanelContext): ((absence: Absence) => void) => {
  adoptStyles(context.place.root, styles);
  const drawContact = contactForm(context);
  const drawQuestion = closeQuestion(context);
  const drawActions = actionCards(context);
  return (absence) => {
    drawContact(absence);
    drawQuestion();
    drawActions();
  };
};
