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

test('a list is without web vitals until all are chosen', () => {
  expect(linksOf('')).toEqual([
    ['All', '?vitals=1', false, false],
    ['No web vitals', '?', true, false],
    ['≥ warn', '?q=severity%3A%3E%3Dwarn', false, true],
    ['≥ error', '?q=severity%3A%3E%3Derror', false, true],
  ])
  expect(linksOf('', true)).toEqual([
    ['All', '?vitals=1', true, false],
    ['No web vitals', '?', false, true],
    ['≥ warn', '?vitals=1&q=severity%3A%3E%3Dwarn', false, true],
    ['≥ error', '?vitals=1&q=severity%3A%3E%3Derror', false, true],
  ])
})

test('a search for web vitals finds them', () => {
  const labels = (search: string) => linksOf(search).map(([label, , isCurrent]) => (isCurrent ? `${label} ←` : label))
  expect(labels('@browser.web_vital.name:lcp')).toEqual(['All ←', '≥ warn', '≥ error'])
  expect(labels('lcp')).toEqual(['All', 'No web vitals ←', '≥ warn', '≥ error'])
})

test('a severity is added to the search, replaced in it and removed from it', () => {
  expect(linksOf('timeout severity:>=error').map(([, , ...rest]) => rest)).toEqual([
    [false, false],
    [false, false],
    // The list has no warnings to count.
    [false, false],
    [true, true],
  ])
  expect(searchesOf('timeout severity:>=error')).toEqual([
    'timeout',
    'timeout',
    'timeout severity:>=warn',
    'timeout severity:>=error',
  ])
  expect(searchesOf('severity:>=warn a OR b')).toEqual([
    'severity:>=warn a OR b',
    'severity:>=warn a OR b',
    '(severity:>=warn a OR b) severity:>=warn',
    '(severity:>=warn a OR b) severity:>=error',
  ])
})
