/** Has a part in the build alone, and brings a compiler with it. */
export const sentryVitePlugin = () => []
