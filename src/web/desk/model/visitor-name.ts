/** What agents call somebody whose name nobody knows: enough of the conversation's id to tell two visitors apart. */
export const visitorName = (sessionId: string): string => `Visitor ${sessionId.slice(0, 4).toUpperCase()}`;
