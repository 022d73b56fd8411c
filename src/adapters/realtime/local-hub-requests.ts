import type { Directory } from './local-hub-directory.ts';
import type { HubPolicy, RateWindow } from './local-hub-policy.ts';
import * as protocol from './local-hub-protocol.ts';
import type { ClientRequest, HubMessage } from './local-hub-protocol.ts';
import type { Grant } from './local-hub-tokens.ts';

/** How many of its latest `ackId`s a connection remembers; as many as the service. */
const REMEMBERED_ACK_IDS = 1000;

export interface RequestHandler<M> {
  /** Performs a request, once per `ackId`. Returns the response frame if the client asked for one. */
  answer(request: ClientRequest, sender: M): string | undefined;
}

interface Dependencies<M> {
  grant: Grant;
  members: Directory<M>;
  policy: HubPolicy;
  /** The rate limit for messages to a group. */
  messageRate: RateWindow;
}

/** Handles the requests of one connection: join, leave, send. */
export function requestHandler<M extends { deliver(message: HubMessage): void }>({
  grant,
  members,
  policy,
  messageRate: sent,
}: Dependencies<M>): RequestHandler<M> {
  const roles = new Set(grant.roles);
  const recentAckIds = new Set<number>();

  /** False if the token's roles or the policy do not allow the request. */
  function perform(request: ClientRequest, sender: M): boolean {
    switch (request.type) {
      case 'joinGroup':
      case 'leaveGroup':
        if (!protocol.mayJoin(roles, request.group) || !policy.mayJoinOnRequest(request.group)) return false;
        if (request.type === 'joinGroup') members.join(sender, request.group);
        else members.leave(sender, request.group);
        return true;
      case 'sendToGroup':
        return protocol.maySend(roles, request.group) && send(request, sender);
      case 'event':
        // Accepted and dropped, as the service does without an event handler.
        return true;
    }
  }

  function send(request: protocol.SendToGroup, sender: M): boolean {
    const content = policy.payloadFor(grant, request);
    if (!content || !sent.take(request.group, policy.maxMessagesPerSecond)) return false;
    const frame = protocol.frames.toGroup(request.group, content, grant.userId);
    for (const member of members.inGroup(request.group)) {
      if (member !== sender || request.noEcho !== true) member.deliver({ frame, content });
    }
    return true;
  }

  function remember(ackId: number): void {
    recentAckIds.add(ackId);
    const oldest = recentAckIds.values().next();
    if (recentAckIds.size > REMEMBERED_ACK_IDS && !oldest.done) recentAckIds.delete(oldest.value);
  }

  return {
    answer(request, sender) {
      const ackId = request.ackId ?? undefined;
      if (ackId !== undefined && recentAckIds.has(ackId)) {
        return protocol.frames.refusal(
          ackId,
          'Duplicate',
          `Message with ack-id: ${ackId} has been processed`,
        );
      }
      const done = perform(request, sender);
      if (ackId === undefined) return undefined;
      if (!done) {
        return protocol.frames.refusal(ackId, 'Forbidden', 'The connection has no permission to do that.');
      }
      remember(ackId);
      return protocol.frames.ack(ackId);
    },
  };
}
