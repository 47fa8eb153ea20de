import type { BindParameter } from './bind.ts'
import type { Clause, ClauseKey, SearchExpression, SearchSubject } from './search.ts'
import { writeConditions } from './write-conditions.ts'
import { writeKey } from './write-search.ts'

/** Keys of which a page tells how many rows lack them. */
const MAX_KEYS = 3

/** Puts an array of the keys that a row lacks where a statement has the comment `lacking`: of those that the search negates, for it finds such rows too. */
export function insertLackingKeys(
  sql: string,
  search: SearchExpression | undefined,
  subject: SearchSubject,
  bind: BindParameter,
): string {
  const keys = new Map(negatedKeys(search, false).map(key => [writeKey(key), key]))
  if (keys.size === 0) return sql
  const tests = [...keys].slice(0, MAX_KEYS).map(([name, key]) => {
    const present: Clause = { is: 'clause', key, test: { is: 'present' }, at: 0, end: 0 }
    return `if(${writeConditions(present, subject, bind)}, '', ${bind(name, 'String')})`
  })
  const lacking = `arrayFilter(key -> key != '', [${tests.join(', ')}])`
  return sql.replaceAll('([]::Array(String) /* lacking */)', () => lacking)
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
