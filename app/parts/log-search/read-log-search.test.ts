import { expect, test } from 'vitest'
import { writeSearch } from '../../../search/write-search.ts'
import { readLogFilters } from '../../url/log-filters.ts'
import { readLogSearch } from './read-log-search.server.ts'

test.each([
  ['', '-event:browser.web_vital'],
  ['q=timeout&service=shop', 'service:"shop" -event:browser.web_vital timeout'],
  ['q=timeout&vitals=1', 'timeout'],
  ['q=@browser.web_vital.name:lcp', '@browser.web_vital.name:lcp'],
])('of %j web vitals are left out unless they are asked for', (params, text) => {
  const { search } = readLogSearch(readLogFilters(new URLSearchParams(params), 0).filters)
  expect(search && writeSearch(search)).toBe(text)
})
