import { createServer } from 'node:http';
import { setInterval } from 'node:timers';
import { serve } from '../support/serve.ts';

// A model that streams 200 chunks at a steady pace, by either protocol; each chunk is the time at which it
// was sent.
const PIECES = 200;
const EVERY_MS = Number(process.env['EVERY_MS'] ?? 20);

interface Wire {
  piece(text: string): string;
  end: string;
}

const chunk = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'paced', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const usage = { prompt_tokens: 10, completion_tokens: PIECES, total_tokens: PIECES + 10 };
const CHAT: Wire = {
  piece: (content) => chunk({ content }, null),
  end: `${chunk({}, 'stop')}data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'paced', choices: [], usage })}\n\ndata: [DONE]\n\n`,
};

const event = (type: string, fields: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 1, ...fields })}\n\n`;
const response = {
  id: 'r',
  object: 'response',
  model: 'paced',
  usage: { input_tokens: 10, output_tokens: PIECES },
};
const RESPONSES: Wire = {
  piece: (delta) =>
    event('response.output_text.delta', {
      item_id: 'm',
      output_index: 0,
      content_index: 0,
      delta,
      logprobs: [],
    }),
  end: event('response.completed', { response: { ...response, status: 'completed', output: [] } }),
};

serve(
  createServer((request, reply) => {
    const wire = request.url?.endsWith('/responses') ? RESPONSES : CHAT;
    request.resume();
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    let sent = 0;
    const send = () => {
      reply.write(wire.piece(`<${(performance.timeOrigin + performance.now()).toFixed(3)}>`));
      if (++sent < PIECES) return;
      clearInterval(pace);
      reply.end(wire.end);
    };
    const pace = setInterval(send, EVERY_MS);
    send();
  }),
);
