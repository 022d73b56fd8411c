import { createServer, request } from 'node:http';
import { INSTRUCTIONS } from '../support/question.ts';
import { serve } from '../support/serve.ts';

// The floor of a streamed answer: a question as long as the product's, and the bytes of the model go to the
// client as they are, by `node:http`.
const path = process.env['MODEL_API'] === 'responses' ? 'responses' : 'chat/completions';
const QUESTION = JSON.stringify({ input: INSTRUCTIONS });

serve(
  createServer((incoming, response) => {
    incoming.resume();
    request(`${process.env['OPENAI_BASE_URL']}/${path}`, { method: 'POST' }, (answer) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.pipe(response);
    }).end(QUESTION);
  }),
);
