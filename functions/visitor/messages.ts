import { forVisitor } from '../../src/domain/records/message.ts';
import { sessionForVisitor } from '../../src/domain/records/session.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { notModified } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import { MessagesQuery, MessagesReply } from '../../src/wire/visitor.ts';

export const messages = endpoint({
  name: 'messages',
  method: 'GET',
  route: 'messages',
  gate: 'visitor',
  limit: 'reads',
  summary: 'Read the messages of a conversation',
  query: MessagesQuery,
  answers: {
    200: { description: 'The messages after `after`, in the order of `seq`', schema: MessagesReply },
    304: { description: 'Nothing has changed since the `ETag` in `If-None-Match`' },
  },
  errors: ['session-not-found'],
  async handle({ claimsFor, query, request, services }) {
    const claims = await claimsFor(query.sessionId);
    const { session, etag, acting, after } = await services.proposals.readEnded(() =>
      services.visitorChat.read(query.sessionId, claims),
    );
    const headers = { etag, 'cache-control': 'private, no-cache' };
    const unchanged = notModified(request, headers);
    if (unchanged) return unchanged;
    const { sessionId, status, agent, leftMessage, rated } = sessionForVisitor(session);
    const list = await after(query.after ?? 0);
    const about = {
      sessionId,
      status,
      ...(agent && { agent }),
      ...(leftMessage && { leftMessage }),
      ...(rated !== undefined && { rated }),
      ...(acting && { acting }),
    };
    return json<MessagesReply>(200, { ...about, messages: list.map(forVisitor) }, headers);
  },
});
