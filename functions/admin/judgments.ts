import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { JudgmentsQuery, JudgmentsReply } from '../../src/wire/questions.ts';

export const judgments = endpoint({
  name: 'judgments',
  method: 'GET',
  route: 'judgments',
  gate: 'admin',
  summary: 'List a model’s verdicts on a sample of answers',
  query: JudgmentsQuery,
  answers: {
    200: {
      description: 'Newest first; opinions of a model, which only count as tokens and cost',
      schema: JudgmentsReply,
    },
  },
  async handle({ query: { limit, cursor }, services }) {
    const { items, nextCursor } = await services.doubtfulAnswers.list(limit, cursor);
    return json<JudgmentsReply>(200, { judgments: items, ...(nextCursor !== undefined && { nextCursor }) });
  },
});
