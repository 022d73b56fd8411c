/** The palette of tags; the pages give each color a light and a dark form with enough contrast. */
export const TAG_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'] as const;

/** The longest name of a tag, in code points. */
export const MAX_TAG_NAME = 30;

/** How many tags a deployment and a conversation can have. */
export const MAX_TAGS = 50;
export const MAX_TAGS_OF_CONVERSATION = 5;
