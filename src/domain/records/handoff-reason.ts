import * as z from 'zod/mini';

/**
 * Why a conversation was handed off. `visitor`: the visitor asked for an agent, by the button or in a
 * message. `assistant`: the assistant requested an agent. `message-left`: the visitor left a message for
 * later.
 */
export const HANDOFF_REASONS = ['visitor', 'assistant', 'message-left'] as const;
export const HandoffReason = z.enum(HANDOFF_REASONS);
export type HandoffReason = z.output<typeof HandoffReason>;
