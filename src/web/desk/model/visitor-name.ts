/** The name of an anonymous visitor: the first part of the conversation's id, to tell visitors apart. */
export const visitorName = (sessionId: string): string => `Visitor ${sessionId.slice(0, 4).toUpperCase()}`;
