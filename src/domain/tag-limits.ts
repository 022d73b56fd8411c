/** The colors of tags; pages have a light and a dark shade of each. */
export const TAG_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'] as const;

/** The maximum length of a tag's name, in code points. */
export const MAX_TAG_NAME = 30;

/** The maximum number of tags of a deployment, and of a conversation. */
export const MAX_TAGS = 50;
export const MAX_TAGS_OF_CONVERSATION = 5;
