import type { AgentStatus } from '../../../availability/rules/agent-status.ts';
import type { AgentAvailability, AgentMe } from '../../../desk/wire/agent.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { apiPath, Problem, sentenceOf } from '../../ui/request.ts';
import type { Store } from '../../ui/store.ts';
import { without, type DeskState } from './state.ts';

/** Whether the agent is available, as stored by the service. */
export interface Availability {
  /** Rejects with a Problem. */
  read(): Promise<void>;
  /** Like `read`, but repeated with the next connection after a failure. */
  load(): Promise<void>;
  choose(status: AgentStatus): Promise<void>;
}

export function deskAvailability(state: Store<DeskState>, api: AgentApi): Availability {
  const show = (part: NonNullable<DeskState['availability']>) =>
    state.update((desk) => ({ ...desk, availability: part }));

  async function read(): Promise<void> {
    const before = state.get().availability;
    const { availability, translates, drafts } = await api.get<AgentMe>(apiPath('agent/me'));
    const { translates: translated, drafting } = state.get();
    if (translates !== translated || drafts !== drafting) {
      state.update((desk) => ({
        ...without(desk, 'translates', 'drafting'),
        ...(translates && { translates }),
        ...(drafts && { drafting: drafts }),
      }));
    }
    // A choice that the agent made during the request is newer than the response.
    if (availability && state.get().availability === before) show({ status: availability });
  }

  return {
    read,
    async load() {
      try {
        await read();
      } catch (thrown) {
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
