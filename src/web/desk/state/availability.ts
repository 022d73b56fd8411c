import type { AgentStatus } from '../../../domain/availability.ts';
import type { AgentAvailability, AgentMe } from '../../../wire/agent.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { apiPath, Problem, sentenceOf } from '../../ui/request.ts';
import type { Store } from '../../ui/store.ts';
import type { DeskState } from './state.ts';

/** Whether the agent takes conversations: a choice that the service stores. */
export interface Availability {
  load(): Promise<void>;
  choose(status: AgentStatus): Promise<void>;
}

export function deskAvailability(state: Store<DeskState>, api: AgentApi): Availability {
  const show = (part: NonNullable<DeskState['availability']>) =>
    state.update((desk) => ({ ...desk, availability: part }));

  return {
    async load() {
      const before = state.get().availability;
      try {
        const { availability } = await api.get<AgentMe>(apiPath('agent/me'));
        // A choice that was made since the request began is newer than what was read.
        if (availability && state.get().availability === before) show({ status: availability });
      } catch (thrown) {
        // The next connection reads it again; until then the switch is not shown.
        if (!(thrown instanceof Problem)) throw thrown;
      }
    },

    async choose(status) {
      const before = state.get().availability;
      if (!before || before.saving) return;
      show({ status, saving: true });
      try {
        const path = apiPath('agent/me/availability');
        show(await api.send<AgentAvailability>('PUT', path, { status }));
      } catch (thrown) {
        show({ status: before.status, problem: sentenceOf(thrown) });
      }
    },
  };
}
