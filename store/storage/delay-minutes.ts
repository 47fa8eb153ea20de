/** Records of so many minutes tell the delay: long enough for services that send one in a minute, and short enough to tell of now. */
export const DELAY_MINUTES = 15
