import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { RatedQuestionsQuery, RatedQuestionsReply } from '../../src/wire/questions.ts';

export const ratedQuestions = endpoint({
  name: 'rated-questions',
  method: 'GET',
  route: 'rated-questions',
  gate: 'admin',
  summary: 'List questions whose answer a visitor has rated, as proposals for a question set',
  query: RatedQuestionsQuery,
  answers: { 200: { description: 'Newest first', schema: RatedQuestionsReply } },
  async handle({ query, services }) {
    const { items, nextCursor } = await services.ratedQuestions.list(query);
    return json<RatedQuestionsReply>(200, {
      questions: items,
      ...(nextCursor !== undefined && { nextCursor }),
    });
  },
});
