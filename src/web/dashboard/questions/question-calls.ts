import type { AddedAnswer } from '../../../assistants/wire/answers.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { invalidate } from '../../ui/live.ts';
import { apiPath } from '../../ui/request.ts';
import { answersPath, questionPath } from '../addresses.ts';

/** Removes an answer and reloads the affected lists. */
export async function removeAnswer({ assistantId, id }: AddedAnswer): Promise<void> {
  await adminApi.send('DELETE', `${answersPath(assistantId)}/${encodeURIComponent(id)}`);
  for (const path of ['questions', 'answers', 'assistants']) invalidate(apiPath(path));
}

/** Dismisses a question with similar ones, or undoes that, and reloads the list. */
export async function setDismissed(
  { sessionId, messageId }: { sessionId: string; messageId: string },
  dismissed: boolean,
): Promise<void> {
  await adminApi.send('PUT', questionPath(sessionId, messageId), { dismissed });
  invalidate(apiPath('questions'));
}
