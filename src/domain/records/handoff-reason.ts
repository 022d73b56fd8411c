import * as z from 'zod/mini';

/**
 * Why a conversation went to agents. `visitor`: the visitor asked for a person, by the button or in a
 * message. `assistant`: the assistant handed off unasked. `message-left`: the visitor left a message for
 * later. `unknown`: a reason of a newer release.
 */
export const HANDOFF_REASONS = ['visitor', 'assistant', 'message-left', 'unknown'] as const;
export const HandoffReason = z.enum(HANDOFF_REASONS);
export type HandoffReason = z.output<typeof HandoffReason>;
