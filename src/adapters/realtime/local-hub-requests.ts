import type { Directory } from './local-hub-directory.ts';
import type { HubPolicy, RateWindow } from './local-hub-policy.ts';
import * as protocol from './local-hub-protocol.ts';
import type { ClientRequest, HubMessage } from './local-hub-protocol.ts';
import type { Grant } from './local-hub-tokens.ts';

/** How many of the newest `ackId`s a connection remembers; the service keeps as many. */
const REMEMBERED_ACK_IDS = 1000;

export interface RequestHandler<M> {
  /** Performs a request, once per `ackId`; returns the answering frame, if the client asked for one. */
  answer(request: ClientRequest, sender: M): string | undefined;
}

interface Dependencies<M> {
  grant: Grant;
  members: Directory<M>;
  policy: HubPolicy;
  /** Counts the messages to each group. */
  sent: RateWindow;
}

/** The requests of one connection: join and leave groups, send to groups. */
export function requestHandler<M extends { deliver(message: HubMessage): void }>({
  grant,
  members,
  policy,
  sent,
}: Dependencies<M>): RequestHandler<M> {
  const roles = new Set(grant.roles);
  const recentAckIds = new Set<number>();

  /** False where the token's roles or the policy do not allow it. */
  function perform(request: ClientRequest, sender: M): boolean {
    switch (request.type) {
      case 'joinGroup':
      case 'leaveGroup':
        if (!protocol.mayJoin(roles, request.group) || !policy.mayEnter(request.group)) return false;
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
    const content = policy.passOn(grant, request);
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
