/** The facet that counts rows which a negated condition matches only because they lack its key. Its values are those keys. */
export const LACKING_KEYS_FACET = 'lacking'
/** The facet of attributes that rows have with one value and their resources with another. Its values are their names. */
export const DIFFERING_KEYS_FACET = 'differing'
