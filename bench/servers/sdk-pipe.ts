import { createServer } from 'node:http';
import OpenAI from 'openai';
import { INSTRUCTIONS } from '../support/question.ts';
import { serve } from '../support/serve.ts';

// The minimum cost of the SDK: each chunk of its stream goes straight to the client.
const client = new OpenAI({ baseURL: process.env['OPENAI_BASE_URL'], apiKey: 'none', maxRetries: 0 });

async function* chatPieces(): AsyncGenerator<string | null | undefined> {
  const messages = [
    { role: 'system' as const, content: INSTRUCTIONS },
    { role: 'user' as const, content: 'Hello' },
  ];
  const stream = await client.chat.completions.create({ model: 'paced', messages, stream: true });
  for await (const { choices } of stream) yield choices[0]?.delta.content;
}

async function* responsesPieces(): AsyncGenerator<string | undefined> {
  const stream = await client.responses.create({
    model: 'paced',
    instructions: INSTRUCTIONS,
    input: 'Hello',
    stream: true,
    store: false,
  });
  for await (const event of stream) {
    yield event.type === 'response.output_text.delta' ? event.delta : undefined;
  }
}

serve(
  createServer((request, response) => {
    request.resume();
    void (async () => {
      const pieces = process.env['MODEL_API'] === 'responses' ? responsesPieces() : chatPieces();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for await (const content of pieces) {
        if (content) response.write(`data: ${JSON.stringify({ content })}\n\n`);
      }
      response.end('data: [DONE]\n\n');
    })();
  }),
);
