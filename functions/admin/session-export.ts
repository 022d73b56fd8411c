import { endpoint } from '../../src/http/endpoint.ts';
import { exportReply } from '../../src/http/export-stream.ts';

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
  handle: ({ services }) =>
    exportReply(services.archive.transcripts(), new Date(services.clock.now()).toISOString().slice(0, 10)),
});
