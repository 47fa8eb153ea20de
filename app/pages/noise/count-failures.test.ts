import { expect, test } from 'vitest'
import { countFailures } from './count-failures.ts'

const span = (attributes: Record<string, string>) => ({ shape: 'span' as const, attributes })

test('counts sampled spans that failed: server errors, exceptions and other errors, but no missing pages', () => {
  const samples = [
    span({ 'http.response.status_code': '404', 'error.type': '404' }),
    span({}),
    span({ 'http.response.status_code': '503' }),
    span({ 'http.status_code': '500' }),
    span({ 'exception.type': 'TypeError' }),
    span({ 'error.type': 'timeout' }),
    { shape: 'log' as const, attributes: { 'exception.type': 'TypeError' } },
  ]
  expect(countFailures(samples)).toEqual({ spans: 6, failed: 4 })
})
