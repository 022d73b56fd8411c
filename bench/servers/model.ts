import { createServer } from 'node:http';
import { setInterval } from 'node:timers';
import { serve } from '../support/serve.ts';

// A model that says 200 pieces at a steady pace; each piece is the time at which it was sent.
const PIECES = 200;
const EVERY_MS = Number(process.env['EVERY_MS'] ?? 20);
const chunk = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'paced', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const usage = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'paced', choices: [], usage: { prompt_tokens: 10, completion_tokens: PIECES, total_tokens: PIECES + 10 } })}\n\n`;

serve(
  createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let sent = 0;
    const send = () => {
      response.write(
        chunk({ content: `<${(performance.timeOrigin + performance.now()).toFixed(3)}>` }, null),
      );
      if (++sent < PIECES) return;
      clearInterval(pace);
      response.end(`${chunk({}, 'stop')}${usage}data: [DONE]\n\n`);
    };
    const pace = setInterval(send, EVERY_MS);
    send();
  }),
);
