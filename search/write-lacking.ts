import type { BindParameter, Expressions } from './bind.ts'
import type { Clause, ClauseKey, SearchExpression } from './search.ts'
import { writeKey } from './write-search.ts'

/** Keys of which a page tells how many rows lack them. */
const MAX_KEYS = 3

/**
 * Writes an array of the keys that a row lacks: of those that the search negates, for it finds such rows too.
 *
 * @param write a condition that is 1 where a row has a key
 * @returns `undefined` if it negates none
 */
export function writeLackingKeys(
  search: SearchExpression | undefined,
  bind: BindParameter,
  write: (hasKey: Clause) => string,
): string | undefined {
  const tests = listNegatedKeys(search).map(key => `if(${write(hasKey(key))}, '', ${bind(writeKey(key), 'String')})`)
  return tests.length === 0 ? undefined : `arrayFilter(key -> key != '', [${tests.join(', ')}])`
}

/** The expressions of facets of single rows. */
export function writeFacetExpressions(
  search: SearchExpression | undefined,
  bind: BindParameter,
  write: (search: SearchExpression | undefined) => string,
): Pick<Expressions, 'search' | 'lacking'> {
  return { search: write(search), lacking: writeLackingKeys(search, bind, write) }
}

/** The first keys that a search negates. */
export function listNegatedKeys(search: SearchExpression | undefined): ClauseKey[] {
  const keys = new Map(negatedKeys(search, false).map(key => [writeKey(key), key]))
  return [...keys.values()].slice(0, MAX_KEYS)
}

export const hasKey = (key: ClauseKey): Clause => ({ is: 'clause', key, test: { is: 'present' }, at: 0, end: 0 })

/** A search of what matches by a row that has a key. */
export function addClause(search: SearchExpression | undefined, clause: Clause): SearchExpression {
  if (search === undefined) return clause
  return { is: 'all', of: [...(search.is === 'all' ? search.of : [search]), clause] }
}

/** Keys of conditions that hold where the key is absent: those under an odd number of negations, outside of square brackets. */
function negatedKeys(search: SearchExpression | undefined, isNegated: boolean): ClauseKey[] {
  switch (search?.is) {
    case 'all':
    case 'any':
      return search.of.flatMap(one => negatedKeys(one, isNegated))
    case 'not':
      return negatedKeys(search.of, !isNegated)
    case 'clause': {
      const isAboutTrace = search.key.is === 'field' && search.key.name.startsWith('trace.')
      return isNegated && search.test.is !== 'present' && !isAboutTrace ? [search.key] : []
    }
    default:
      return []
  }
}
