import type { Transcript } from '../admin/archive.ts';
import type { ExportEnd } from '../admin/wire/admin.ts';
import { errorEvent } from './errors.ts';
import type { HttpReply } from './request.ts';
import { AppError } from '../core/errors.ts';
import type { Clock } from '../ports.ts';

/**
 * All transcripts as a streamed download with back-pressure, one JSON document per line. A failure before the
 * first line is an error reply; later, the last line states that the export is incomplete.
 */
export async function exportReply(
  transcripts: AsyncGenerator<Transcript, void, void>,
  { date, conversations }: { date: string; conversations: number },
): Promise<HttpReply> {
  const first = await transcripts.next();
  return {
    status: 200,
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      // An estimate for the client's progress; the last line has the exact number.
      'x-conversations': String(conversations),
      'content-disposition': `attachment; filename="conversations-${date}.ndjson"`,
    },
    body: lines(first, transcripts),
  };
}

async function* lines(
  first: IteratorResult<Transcript, void>,
  transcripts: AsyncGenerator<Transcript, void, void>,
): AsyncIterable<string> {
  let conversations = 0;
  const end = (rest: Omit<ExportEnd, 'conversations'>) => line<ExportEnd>({ ...rest, conversations });
  try {
    for (let next = first; !next.done; next = await transcripts.next()) {
      yield line<Transcript>(next.value);
      conversations++;
    }
    yield end({ complete: true });
  } catch (error) {
    yield end({ complete: false, error: errorEvent(error).error });
  } finally {
    await transcripts.return();
  }
}

function line<T>(value: T): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * The maximum duration of a download, in milliseconds. The platform would end a longer stream together with
 * its worker.
 */
export const MAX_DOWNLOAD_MS = 240_000;

/**
 * Passes rows on; throws `download-too-long` after MAX_DOWNLOAD_MS.
 */
export async function* boundedDownload<T>(
  items: AsyncGenerator<T, void, void>,
  clock: Pick<Clock, 'now'>,
): AsyncGenerator<T, void, void> {
  const untilMs = clock.now() + MAX_DOWNLOAD_MS;
  for await (const item of items) {
    if (clock.now() >= untilMs) throw new AppError('download-too-long');
    yield item;
  }
}
