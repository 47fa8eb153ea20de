import { expect, test } from 'vitest'
import { severityFilters } from './severity-filters.server.ts'

const linksOf = (search: string) => {
  const params = new URLSearchParams(search === '' ? {} : { q: search })
  return severityFilters(search, params).map(({ to, isCurrent, counts }) => {
    return [new URLSearchParams(to).get('q') ?? '', isCurrent, counts !== undefined]
  })
}

const labelled = (search: string) => linksOf(search).map(([text, isCurrent]) => (isCurrent ? `${text} ←` : text))

test('a severity is added to the search, replaced in it and removed from it', () => {
  expect(linksOf('')).toEqual([
    ['', true, false],
    ['-event:browser.web_vital', false, true],
    ['severity:>=warn', false, true],
    ['severity:>=error', false, true],
  ])
  expect(linksOf('timeout severity:>=error')).toEqual([
    ['timeout', false, false],
    ['timeout -event:browser.web_vital', false, true],
    // The list has no warnings to count.
    ['timeout severity:>=warn', false, false],
    ['timeout severity:>=error', true, true],
  ])
  expect(linksOf('severity:>=warn a OR b').map(([search]) => search)).toEqual([
    'severity:>=warn a OR b',
    '(severity:>=warn a OR b) -event:browser.web_vital',
    '(severity:>=warn a OR b) severity:>=warn',
    '(severity:>=warn a OR b) severity:>=error',
  ])
})

test('web vitals that are left out stay so in the severe records, and are back in all', () => {
  expect(labelled('a -event:browser.web_vital')).toEqual([
    'a',
    'a -event:browser.web_vital ←',
    'a -event:browser.web_vital severity:>=warn',
    'a -event:browser.web_vital severity:>=error',
  ])
  expect(labelled('a -event:browser.web_vital severity:>=warn')).toEqual([
    'a',
    'a -event:browser.web_vital',
    'a -event:browser.web_vital severity:>=warn ←',
    'a -event:browser.web_vital severity:>=error',
  ])
})
