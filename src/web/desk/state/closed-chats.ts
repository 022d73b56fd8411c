import type { ClosedChatsReply } from '../../../wire/closed-chats.ts';
import type { ReportSource } from '../../ui/closed-chats/use-report.ts';
import { BROKE_OFF, isWhole } from '../../ui/closed-chats/whole-file.ts';
import { Problem, sentenceOf, type Api } from '../../ui/agent-api.ts';

const PATH = 'reports/closed-chats';

/** The report on closed chats, as an agent reads it. */
export function deskClosedChats(api: Api): ReportSource {
  return {
    page: (query) => api.get<ClosedChatsReply>(PATH, { ...query }),
    async file(query) {
      const file = await api.file(PATH, { ...query, format: 'csv' });
      if (!(await isWhole(file))) throw new Problem('broke-off', BROKE_OFF);
      return file;
    },
    sentenceOf,
  };
}
