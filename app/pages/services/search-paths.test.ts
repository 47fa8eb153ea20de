import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from '../../../search/parse-search.ts'
import type { ServiceNode } from '../../../store/services/list-calls.ts'
import { readScope } from '../../url/scope.ts'
import { readTraceFilters } from '../../url/trace-filters.ts'
import {
  callTracesPath,
  namedSpansPath,
  nodeSpansPath,
  slowestTransactionsPath,
  statementSpansPath,
} from './search-paths.ts'
import { slowestFirstPath } from './service-charts.tsx'

const nowMs = Date.UTC(2026, 10, 21)
const { filters } = readScope(new URLSearchParams(), nowMs)
const scope = { ...filters, service: 'shop' }
const service: ServiceNode = { kind: 'service', name: 'shop' }
const read = (path: string) => readTraceFilters(new URL(path, 'http://desk').searchParams, nowMs)
const searchOf = (path: string) => read(path).filters.search

test('calls of services lead to traces, others to the spans that make them', () => {
  expect(searchOf(callTracesPath({ caller: service, callee: { kind: 'service', name: 'stock' } }, scope))).toBe(
    '[service:shop] > [service:stock]',
  )
  expect(
    searchOf(callTracesPath({ caller: service, callee: { kind: 'database', name: 'postgresql orders' } }, scope)),
  ).toBe('service:shop db:postgresql')
  expect(searchOf(callTracesPath({ caller: { kind: 'queue', name: 'kafka orders' }, callee: service }, scope))).toBe(
    'service:shop @messaging.system:kafka queue:orders',
  )
  expect(searchOf(nodeSpansPath({ kind: 'host', name: 'pay.example' }, scope))).toBe(
    '(host:pay.example OR peer:pay.example)',
  )
})

test.each([
  [1_966_000_123n, '1.96s'],
  [120_999_999n, '120ms'],
  [7n, '7ns'],
])('of an operation whose p95 is %i ns, requests of %s and more are compared with the others', (p95, least) => {
  const { filters } = read(slowestTransactionsPath('/cart/:id', p95, scope))
  expect(filters).toMatchObject({
    show: 'compare',
    service: '',
    search: 'service:shop operation:/cart/:id is:entry',
    selection: `duration:>=${least}`,
  })
  expect(parseSearch(filters.selection, 'spans').mistakes).toEqual([])
})

test('a statement is found by the longest text between its literals', () => {
  expect(searchOf(statementSpansPath('SELECT a FROM b WHERE c = ? AND d IN (?..)', scope))).toBe(
    'service:shop statement:~"SELECT a FROM b WHERE c ="',
  )
})

const name = fc.string({ minLength: 1, maxLength: 100, unit: 'binary' }).map(text => text.toWellFormed())

test('durations of a service and of its operations lead to the transactions that took them, the slowest first', () => {
  fc.assert(
    fc.property(name, fc.option(name, { nil: '' }), (service, operation) => {
      const { filters } = read(slowestFirstPath({ ...scope, service }, operation))
      expect(filters).toMatchObject({ show: 'spans', service: '', sort: '-duration' })
      const is = (key: string, text: string) => ({ key: { name: key }, test: { is: 'one of', values: [{ text }] } })
      const all = [is('is', 'entry'), is('service', service), ...(operation === '' ? [] : [is('operation', operation)])]
      expect(parseSearch(filters.search, 'spans')).toMatchObject({ mistakes: [], search: { is: 'all', of: all } })
    }),
  )
})
const nodes = fc.record({ kind: fc.constantFrom('service', 'database', 'queue', 'host'), name })

test('whatever things are called, their search is understood', () => {
  fc.assert(
    fc.property(nodes, nodes, name, (caller, callee, text) => {
      const ends = caller.kind === 'service' ? { caller, callee } : { caller, callee: service }
      for (const path of [
        callTracesPath(ends, scope),
        nodeSpansPath(callee, scope),
        namedSpansPath(text, callee.name, scope),
        statementSpansPath(text, scope),
      ]) {
        const { filters, filterErrors } = read(path)
        expect(filterErrors).toEqual([])
        expect(parseSearch(filters.search, 'spans').mistakes).toEqual([])
      }
    }),
  )
})
