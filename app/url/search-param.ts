/** The parameter of every search box. */
export const SEARCH_PARAM = 'q'
