import { createServer } from 'node:http';
import OpenAI from 'openai';
import { serve } from '../support/serve.ts';

// The least that the SDK costs: each piece of its stream goes straight to the client.
const client = new OpenAI({ baseURL: process.env['OPENAI_BASE_URL'], apiKey: 'none', maxRetries: 0 });
serve(
  createServer((request, response) => {
    request.resume();
    void (async () => {
      const messages = [{ role: 'user' as const, content: 'Hello' }];
      const stream = await client.chat.completions.create({ model: 'paced', messages, stream: true });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for await (const { choices } of stream) {
        const content = choices[0]?.delta.content;
        if (content) response.write(`data: ${JSON.stringify({ content })}\n\n`);
      }
      response.end('data: [DONE]\n\n');
    })();
  }),
);
