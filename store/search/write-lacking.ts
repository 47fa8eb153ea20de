import type { Bind } from './bind.ts'
import type { Clause, Search, SearchedKey, Subject } from './search.ts'
import { writeConditions } from './write-conditions.ts'
import { writeKey } from './write-search.ts'

/** Keys of which a page tells how many rows lack them. */
const MAX_KEYS = 3

/** Puts an array of the keys that a row lacks where a statement has the comment `lacking`: of those that the search negates, for it finds such rows too. */
export function withLacking(sql: string, query: Search | undefined, subject: Subject, bind: Bind): string {
  const keys = new Map(negatedKeys(query, false).map(key => [writeKey(key), key]))
  if (keys.size === 0) return sql
  const tests = [...keys].slice(0, MAX_KEYS).map(([name, key]) => {
    const present: Clause = { is: 'clause', key, test: { is: 'present' }, at: 0, end: 0 }
    return `if(${writeConditions(present, subject, bind)}, '', ${bind(name, 'String')})`
  })
  const lacking = `arrayFilter(key -> key != '', [${tests.join(', ')}])`
  return sql.replaceAll('([]::Array(String) /* lacking */)', () => lacking)
}

/** Keys of conditions that hold where the key is absent: those under an odd number of negations, outside of square brackets. */
function negatedKeys(query: Search | undefined, isNegated: boolean): SearchedKey[] {
  switch (query?.is) {
    case 'all':
    case 'any':
      return query.of.flatMap(one => negatedKeys(one, isNegated))
    case 'not':
      return negatedKeys(query.of, !isNegated)
    case 'clause': {
      const isAboutTrace = query.key.is === 'field' && query.key.name.startsWith('trace.')
      return isNegated && query.test.is !== 'present' && !isAboutTrace ? [query.key] : []
    }
    default:
      return []
  }
}
