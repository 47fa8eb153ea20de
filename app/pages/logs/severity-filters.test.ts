import { expect, test } from 'vitest'
import { severityFilters } from './severity-filters.server.ts'

const linksOf = (search: string, vitals = false) => {
  const params = new URLSearchParams({ ...(search === '' ? {} : { q: search }), ...(vitals ? { vitals: '1' } : {}) })
  return severityFilters({ search, vitals }, params).map(({ label, to, isCurrent, counts }) => {
    return [label, to, isCurrent, counts !== undefined]
  })
}
const searchesOf = (search: string) =>
  linksOf(search).map(([, to]) => new URLSearchParams(String(to).replace(/^\?/, '')).get('q') ?? '')

test('web vitals are left out or included in all of the lists', () => {
  expect(linksOf('')).toEqual([
    ['All', '?', true, false],
    ['≥ warn', '?q=severity%3A%3E%3Dwarn', false, true],
    ['≥ error', '?q=severity%3A%3E%3Derror', false, true],
  ])
  expect(linksOf('', true)).toEqual([
    ['All', '?vitals=1', true, false],
    ['≥ warn', '?vitals=1&q=severity%3A%3E%3Dwarn', false, true],
    ['≥ error', '?vitals=1&q=severity%3A%3E%3Derror', false, true],
  ])
})

test('a severity is added to the search, replaced in it and removed from it', () => {
  expect(linksOf('timeout severity:>=error').map(([, , ...rest]) => rest)).toEqual([
    [false, false],
    // The list has no warnings to count.
    [false, false],
    [true, true],
  ])
  expect(searchesOf('timeout severity:>=error')).toEqual([
    'timeout',
    'timeout severity:>=warn',
    'timeout severity:>=error',
  ])
  expect(searchesOf('severity:>=warn a OR b')).toEqual([
    'severity:>=warn a OR b',
    '(severity:>=warn a OR b) severity:>=warn',
    '(severity:>=warn a OR b) severity:>=error',
  ])
})
