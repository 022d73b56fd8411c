import { needsReview, type QuestionToReview } from '../conversations/rules/answer-review.ts';
import { correctable } from '../assistants/rules/quoted-passage.ts';
import type { Assistant } from '../assistants/records/listed-assistant.ts';
import type { Message } from '../conversations/records/message.ts';
import { fieldsOf } from '../lib/fields.ts';
import { widgetsSharingDomain } from '../widgets/rules/widgets.ts';
import type { Services } from '../compose.ts';
import type { RegisteredWidget } from '../widgets/widget-registry.ts';
import type { WidgetReply } from '../widgets/wire/widgets.ts';
import { type HttpReply, json } from './request.ts';
import type { AssistantReply } from '../assistants/wire/assistants.ts';
import { AddedAnswer } from '../assistants/wire/answers.ts';
import type { AskedQuestion, QuestionReply } from '../assistants/wire/questions.ts';

/** The reply with a widget and its warnings (docs/rules.md, Widget registry, rule 4). */
export async function widgetReply(
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

export function assistantReply(status: 200 | 201, assistant: Assistant): HttpReply {
  const { id, etag } = assistant;
  const location = `/api/assistants/${id}`;
  return json<AssistantReply>(status, { assistant }, { etag, ...(status === 201 && { location }) });
}

/** An added answer for admins, without the ids of its questions. */
export const addedAnswer: (listed: AddedAnswer) => AddedAnswer = fieldsOf(AddedAnswer);

/** The maximum length of a question in lists, in code points. */
const MAX_LISTED_LENGTH = 300;

/** A question for lists, with shortened texts. */
export function askedQuestion({ correction, assistantId: _id, ...asked }: QuestionToReview): AskedQuestion {
  return {
    ...asked,
    question: shortened(asked.question),
    ...(correction && {
      correction: { content: shortened(correction.content), agentName: correction.agent.name },
    }),
  };
}

/** An assistant's answer, for the page of its question. */
export function reviewedAnswer(answer: Message): NonNullable<QuestionReply['answer']> {
  const { content, unanswered, correction } = answer;
  const passage = correctable(answer);
  return {
    content,
    ...(passage !== content && { passage }),
    ...(unanswered !== undefined && { unanswered }),
    toReview: needsReview(answer),
    ...(correction && {
      correction: { content: correction.content, agentName: correction.agent.name },
    }),
  };
}

function shortened(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MAX_LISTED_LENGTH) return text;
  return `${characters.slice(0, MAX_LISTED_LENGTH).join('')}…`;
}
