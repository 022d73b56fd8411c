import { endpoint } from '../../src/http/endpoint.ts';
import { unansweredQuestion } from '../../src/http/registry-answers.ts';
import { json } from '../../src/http/request.ts';
import { QuestionsQuery, QuestionsReply } from '../../src/wire/questions.ts';

export const questions = endpoint({
  name: 'questions',
  method: 'GET',
  route: 'questions',
  gate: 'admin',
  summary: 'List unanswered questions',
  query: QuestionsQuery,
  answers: { 200: { description: 'Grouped, most asked first', schema: QuestionsReply } },
  async handle({ query, services }) {
    const { window, limit } = query;
    const groups = await services.questions.list(window, limit);
    return json<QuestionsReply>(200, {
      window,
      questions: groups.map((group) => ({ ...group, questions: group.questions.map(unansweredQuestion) })),
    });
  },
});
