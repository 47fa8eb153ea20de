import type { Clause, SearchExpression } from '../../search/search.ts'

/** What a failed span has because it failed. */
const OF_FAILURES = /^(?:status$|@error\.|@exception\.)/

/** Whether a key of a comparison says how the selected spans failed, where they were selected because they failed. */
export function tellsHowItFailed(key: string, selection: SearchExpression | undefined): boolean {
  return OF_FAILURES.test(key) && clausesOf(selection).some(({ key: { is, name } }) => is === 'field' && name === 'is')
}

/** Whether a key of a comparison only says again by what the spans were selected: `@error.type` of failed ones, `route` of those of a route. */
export function restatesSelection(key: string, selection: SearchExpression | undefined): boolean {
  return clausesOf(selection).some(({ key: { is, name } }) =>
    is === 'field' && name === 'is'
      ? OF_FAILURES.test(key)
      : key === (is === 'field' ? name : `@${name}`) || key === `resource.${name}`,
  )
}

function clausesOf(search: SearchExpression | undefined): readonly Clause[] {
  if (search === undefined) return []
  switch (search.is) {
    case 'clause':
      return [search]
    case 'all':
    case 'any':
      return search.of.flatMap(clausesOf)
    case 'not':
      return clausesOf(search.of)
    default:
      return []
  }
}
