import type { Tag } from '../../../conversations/records/tag.ts';
import type { AgentTagsReply } from '../../../conversations/wire/tags.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { apiPath, Problem } from '../../ui/request.ts';
import type { Store } from '../../ui/store.ts';
import { shareStructure } from '../../ui/structural-sharing.ts';
import type { DeskState } from './state.ts';

/** The deployment's tags. Admins can change them. */
export function deskTags(state: Store<DeskState>, api: AgentApi) {
  const hear = (tags: readonly Tag[]) =>
    state.update((desk) => {
      const kept = shareStructure(desk.tags, tags);
      return kept === desk.tags ? desk : { ...desk, tags: kept };
    });
  return {
    /** Sets the tags from an event. */
    receive: hear,
    /** Loads the tags. After a failure the known tags stay until the next refresh. */
    async load() {
      try {
        hear((await api.get<AgentTagsReply>(apiPath('agent/tags'))).tags);
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown;
      }
    },
  };
}
