import type { Assistant } from '../domain/records/listed-assistant.ts';
import { fieldsOf } from '../domain/records/fields.ts';
import { widgetsSharingDomain } from '../domain/widgets.ts';
import type { Services } from '../compose.ts';
import type { RegisteredWidget } from '../services/widgets/widget-registry.ts';
import type { WidgetReply } from '../wire/widgets.ts';
import { type HttpReply, json } from './request.ts';
import type { AssistantReply } from '../wire/assistants.ts';
import { AddedAnswer } from '../wire/answers.ts';
import type { UnansweredQuestion } from '../wire/questions.ts';

/** The reply with a widget and its warnings (docs/rules.md, Widget registry, rule 4). */
export async function widgetAnswer(
  status: 200 | 201,
  { widget, etag }: RegisteredWidget,
  { widgets }: Pick<Services, 'widgets'>,
  more: { secret?: string } = {},
): Promise<HttpReply> {
  const sharing = widgetsSharingDomain(
    widget,
    (await widgets.list()).map((registered) => registered.widget),
  );
  const warnings = sharing.length > 0 ? [sharedDomain(sharing)] : [];
  const location = `/api/widgets/${widget.id}`;
  return json<WidgetReply>(
    status,
    { widget: { ...widget, etag }, warnings, ...more },
    { etag, ...(status === 201 && { location }) },
  );
}

function sharedDomain(sharing: readonly { id: string; name: string }[]): WidgetReply['warnings'][number] {
  return {
    code: 'shared-primary-domain',
    message:
      'Another widget has the same primary domain. Agents cannot distinguish their conversations by domain.',
    widgets: sharing.map(({ id, name }) => ({ id, name })),
  };
}

export function assistantAnswer(status: 200 | 201, assistant: Assistant): HttpReply {
  const { id, etag } = assistant;
  const location = `/api/assistants/${id}`;
  return json<AssistantReply>(status, { assistant }, { etag, ...(status === 201 && { location }) });
}

/** An added answer for admins, without the ids of its questions. */
export const addedAnswer: (listed: AddedAnswer) => AddedAnswer = fieldsOf(AddedAnswer);

/** The maximum length of a question in lists, in code points. */
const MAX_LISTED_LENGTH = 300;

/** An unanswered question for lists, with a shortened text. */
export function unansweredQuestion(asked: UnansweredQuestion): UnansweredQuestion {
  const characters = Array.from(asked.question);
  if (characters.length <= MAX_LISTED_LENGTH) return asked;
  return { ...asked, question: `${characters.slice(0, MAX_LISTED_LENGTH).join('')}…` };
}
