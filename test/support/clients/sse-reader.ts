interface SseEvent {
  event: string;
  data: unknown;
}

/**
 * Reads the events of a stream in order. `[DONE]` is an event with that name, and comments are `comment`
 * events.
 */
export async function* readSse(response: Response): AsyncGenerator<SseEvent> {
  if (!response.body) throw new Error('There is no body.');
  let pending = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    pending += text;
    for (let end = pending.indexOf('\n\n'); end !== -1; end = pending.indexOf('\n\n')) {
      yield parse(pending.slice(0, end));
      pending = pending.slice(end + 2);
    }
  }
  if (pending !== '') throw new Error('The stream ended inside a frame.');
}

function parse(frame: string): SseEvent {
  if (frame.startsWith(':')) return { event: 'comment', data: frame.slice(1).trim() };
  const lines = frame.split('\n');
  const event = lines.find((line) => line.startsWith('event: '))?.slice(7);
  const data = lines.find((line) => line.startsWith('data: '))?.slice(6) ?? '';
  if (event === undefined) return { event: data, data: undefined };
  return { event, data: JSON.parse(data) };
}

export async function allEvents(response: Response): Promise<SseEvent[]> {
  return await Array.fromAsync(readSse(response));
}
