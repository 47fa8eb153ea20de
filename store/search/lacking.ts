/** The facet of rows that a negated condition also finds, for they lack its key: the values are such keys. */
export const LACKING = 'lacking'
