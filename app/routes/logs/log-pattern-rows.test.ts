import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from '../../../store/search/parse-search.ts'
import { logPatternRows, searchOfPattern } from './log-pattern-rows.server.ts'

const pattern = { event: '', service: 'shop', severity: 5, count: 2, lastNs: 5n, line: [0, 2] }

test('a pattern leads to its records: those of its service with the longest parts of its text', () => {
  const text = 'order placed: * items, * EUR, a longer part and * one more part, no'
  expect(searchOfPattern({ ...pattern, pattern: text })).toBe(
    'service:shop "EUR, a longer part and" "one more part, no" "order placed:"',
  )
  expect(searchOfPattern({ ...pattern, pattern: '* *', event: 'page.left' })).toBe('service:shop event:page.left')
  const [row] = logPatternRows([{ ...pattern, pattern: 'card ending * was declined' }], {
    search: 'severity:error',
    params: new URLSearchParams('last=1h&patterns=1&before=x'),
  })
  expect(row).toMatchObject({
    severity: { name: 'error', className: 'bad' },
    to: '?last=1h&q=severity%3Aerror+service%3Ashop+%22was+declined%22+%22card+ending%22',
  })
})

test('whatever the text is, its search can be read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ minLength: 1 }), (text, service) => {
      const { search, mistakes } = parseSearch(searchOfPattern({ ...pattern, pattern: text, service }), 'logs')
      expect(mistakes).toEqual([])
      expect(search).toBeDefined()
    }),
  )
})
