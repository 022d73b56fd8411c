import type { ClosedChatsReply } from '../../../wire/closed-chats.ts';
import { Report } from '../../ui/closed-chats/report.tsx';
import type { ReportSource } from '../../ui/closed-chats/use-report.ts';
import { BROKE_OFF, isWhole } from '../../ui/closed-chats/whole-file.ts';
import { apiPath, call, Problem, read, sentenceOf } from '../../ui/admin-api.ts';
import { conversationHref } from '../../ui/router.ts';
import { Head } from './head.tsx';

const PATH = 'reports/closed-chats';
const FILE_TIMEOUT_MS = 300_000;

const source: ReportSource = {
  page: (query) => read<ClosedChatsReply>(apiPath(PATH, { ...query })),
  async file(query) {
    const answer = await call(apiPath(PATH, { ...query, format: 'csv' }), {}, FILE_TIMEOUT_MS);
    const file = await answer.blob();
    if (!(await isWhole(file))) throw new Problem('broke-off', BROKE_OFF);
    return file;
  },
  sentenceOf,
};

/** What agents have closed, where it came from and how long it took. */
export function ClosedChats() {
  return (
    <div class="view">
      <Head title="Closed chats" lead="Conversations that agents closed, with their source and duration." />
      <Report source={source} hrefOf={conversationHref} />
    </div>
  );
}
