import type { Absence } from './availability.ts';
import type { PanelContext } from './context.ts';
import { withPerson } from './state.ts';

/** The render function of a module. */
type Draw = (absence: Absence) => void;

/** Draws a module's part once it is loaded. If it could not be loaded, the next drawing tries it again. */
const drawnWhenNeeded = (context: PanelContext, load: () => Promise<Draw>): ((absence: Absence) => void) => {
  let draw: Draw | undefined;
  let isLoading = false;
  return (absence) => {
    draw?.(absence);
    if (draw || isLoading) return;
    isLoading = true;
    load().then(
      (it) => {
        draw = it;
        context.redraw();
      },
      () => {
        isLoading = false;
      },
    );
  };
};

/**
 * The parts for a conversation that is with an agent or has ended, and the forms, also of actions. Their
 * modules are loaded when they are needed.
 */
export const personParts = (context: PanelContext): Draw => {
  const { modules } = context;
  const drawAgent = drawnWhenNeeded(context, async () => (await modules.agent()).agentParts(context));
  const drawForms = drawnWhenNeeded(context, async () => (await modules.forms()).forms(context));
  let hasAgent = false;
  let hasForms = false;
  return (absence) => {
    const { state } = context;
    const isEnded = state.status === 'closed';
    const hasActions =
      !!(state.answer?.progress ?? state.answer?.acting) ||
      state.messages.some(({ proposal, offers }) => proposal || offers);
    // A part that was drawn once is drawn again, so that it also disappears.
    hasAgent ||= withPerson(state) || state.messages.some(({ role }) => role === 'agent');
    hasForms ||= withPerson(state) || isEnded || hasActions;
    if (hasAgent) drawAgent(absence);
    if (hasForms) drawForms(absence);
  };
};
