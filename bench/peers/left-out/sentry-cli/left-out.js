/** Uploads source maps at build time, which no measurement does; its licence (FSL) is not one that we take. */
export default class {}
