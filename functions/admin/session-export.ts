import { nowIso } from '../../src/domain/iso-time.ts';
import { boundedDownload, exportReply } from '../../src/http/export-stream.ts';
import { endpoint } from '../../src/http/endpoint.ts';

export const sessionExport = endpoint({
  name: 'session-export',
  method: 'GET',
  route: 'sessions/export.ndjson',
  gate: 'admin',
  summary: 'Download every conversation',
  answers: {
    200: {
      description:
        'A Transcript per line, newest conversation first; the last line is an ExportEnd that says whether it is all',
      contentType: 'application/x-ndjson',
    },
  },
  async handle({ services: { archive, clock } }) {
    const date = nowIso(clock).slice(0, 10);
    return exportReply(boundedDownload(archive.transcripts(), clock), {
      date,
      conversations: await archive.size(),
    });
  },
});
