import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { addedAnswer } from '../../src/http/registry-answers.ts';
import { AnswersReply } from '../../src/wire/answers.ts';

export const answers = endpoint({
  name: 'answers',
  method: 'GET',
  route: 'answers',
  gate: 'admin',
  summary: 'List the answers that were added to all assistants',
  answers: { 200: { description: 'Newest first', schema: AnswersReply } },
  async handle({ services }) {
    const all = await services.addedAnswers.list();
    return json<AnswersReply>(200, { answers: all.map(addedAnswer) });
  },
});
