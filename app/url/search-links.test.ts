import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { facetClause, hasClause, joinSearches, patternClause, toggleClause } from './search-links.ts'

test.each([
  ['service', 'web', false, 'service:web'],
  ['service', 'my shop', true, '-service:"my shop"'],
  ['@k', 'a*b', false, '@k:"a*b"'],
  ['@k', '', false, '-has:@k'],
  ['@k', '', true, 'has:@k'],
  ['@a key', 'x', false, '@"a key":x'],
])('a value %s = %j, excluded: %s, is the clause %s', (facet, value, isExcluded, clause) => {
  expect(facetClause(facet, value, 'spans', isExcluded)).toBe(clause)
})

test.each([
  ['body', 'order placed: * items (*)', 'body:order?placed:?*?items??*?', false],
  ['body', '-* below 0', '-body:?*?below?0', true],
  ['body', 'order sent', 'body:order?sent', false],
  ['exception.message', 'no sku-*', '@exception.message:no?sku-*', false],
])('the pattern %s %j is the clause %s', (key, pattern, clause, isExcluded) => {
  expect(patternClause(key, pattern, 'logs', isExcluded)).toBe(clause)
  expect(parseSearch(clause, 'logs').mistakes).toEqual([])
})

test.each([
  ['', 'is:error', 'is:error'],
  ['service:web', 'is:error', 'service:web is:error'],
  ['service:web is:error', 'is:error', 'service:web'],
  ['is:error', 'is:error', ''],
  ['a OR b', 'is:error', '(a OR b) is:error'],
  ['(a OR b) is:error', 'is:error', 'a OR b'],
  ['servce:web', 'is:error', 'servce:web is:error'],
])('%j with the clause %s toggled is %j', (text, clause, toggled) => {
  expect(toggleClause(text, clause, 'spans')).toBe(toggled)
})

test.each([
  ['', 'is:error', 'is:error'],
  ['service:web', '', 'service:web'],
  ['a OR b', 'is:error OR c', '(a OR b) (is:error OR c)'],
  ['service:web', 'duration:>=1s kind:server', 'service:web duration:>=1s kind:server'],
  ['servce:web', 'is:error', 'servce:web is:error'],
])('%j and %j are both in %j', (text, other, both) => {
  expect(joinSearches(text, other, 'spans')).toBe(both)
})

test('a clause counts only where it holds for all that is found', () => {
  expect(hasClause('service:web (is:error OR a)', 'service:web', 'spans')).toBe(true)
  expect(hasClause('service:web OR a', 'service:web', 'spans')).toBe(false)
})
