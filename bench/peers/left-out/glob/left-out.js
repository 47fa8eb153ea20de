/** Finds source maps to upload, at build time alone. */
export const glob = async () => []
