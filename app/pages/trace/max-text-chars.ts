/** Maximum of a text and of each attribute on a trace's page: hundreds of complete ones may exceed 32 MB. */
export const MAX_TEXT_CHARS = 2_000
