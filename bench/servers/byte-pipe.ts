import { createServer, request } from 'node:http';
import { serve } from '../support/serve.ts';

// The floor of a streamed answer: the bytes of the model go to the client as they are, by `node:http`.
const path = process.env['MODEL_API'] === 'responses' ? 'responses' : 'chat/completions';

serve(
  createServer((incoming, response) => {
    incoming.resume();
    request(`${process.env['OPENAI_BASE_URL']}/${path}`, { method: 'POST' }, (answer) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.pipe(response);
    }).end('{}');
  }),
);
