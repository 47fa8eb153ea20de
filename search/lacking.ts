/** The facet that counts rows which a negated condition matches only because they lack its key. Its values are those keys. */
export const LACKING_KEYS_FACET = 'lacking'
