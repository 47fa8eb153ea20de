import { expect, test } from 'vitest'
import { severityFilters } from './severity-filters.server.ts'

const linksOf = (search: string) => {
  const params = new URLSearchParams(search === '' ? {} : { q: search })
  return severityFilters(search, params).map(({ to, isCurrent, counts }) => {
    return [new URLSearchParams(to).get('q') ?? '', isCurrent, counts !== undefined]
  })
}

test('a severity is added to the search, replaced in it and removed from it', () => {
  expect(linksOf('')).toEqual([
    ['', true, false],
    ['severity:>=warn', false, true],
    ['severity:>=error', false, true],
  ])
  expect(linksOf('timeout severity:>=error')).toEqual([
    ['timeout', false, false],
    // The list has no warnings to count.
    ['timeout severity:>=warn', false, false],
    ['timeout severity:>=error', true, true],
  ])
  expect(linksOf('severity:>=warn a OR b').map(([search]) => search)).toEqual([
    'severity:>=warn a OR b',
    '(severity:>=warn a OR b) severity:>=warn',
    '(severity:>=warn a OR b) severity:>=error',
  ])
})
