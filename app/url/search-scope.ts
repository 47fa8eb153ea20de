import type { Clause, SearchExpression } from '../../search/search.ts'
import type { Scope } from './scope.ts'

/** The scope as conditions on one span or log record. */
export function scopeToClauses({
  service,
  environment,
  release,
}: Pick<Scope, 'service' | 'environment' | 'release'>): readonly Clause[] {
  return Object.entries({ service, environment, release })
    .filter(([, text]) => text !== '')
    .map(([name, text]) => ({
      is: 'clause',
      key: { is: 'field', name },
      test: { is: 'one of', values: [{ text, quoted: true }] },
      at: 0,
      end: 0,
    }))
}

/** A search with additional conditions. */
export function addClauses(
  search: SearchExpression | undefined,
  clauses: readonly SearchExpression[],
): SearchExpression | undefined {
  const [first, ...others] = [...clauses, ...(search === undefined ? [] : [search])]
  return first === undefined || others.length === 0 ? first : { is: 'all', of: [first, ...others] }
}
