import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ServiceCall, ServiceNode } from '../../../store/services/list-calls.ts'
import { flattenCalls } from './flatten-calls.ts'

const node = (name: string): ServiceNode => ({ kind: 'service', name })
const call = (caller: string, callee: string, calls = 1): ServiceCall => ({
  caller: node(caller),
  callee: node(callee),
  calls,
  failed: 0,
  failedForCaller: 0,
  hosts: [],
  perTrace: 1,
  propagated: 0,
  error: 0,
  p50: 1n,
  p95: 1n,
})
/** `  name calls`, indented by depth; a dot for what is listed elsewhere. */
const outline = (calls: readonly ServiceCall[]) =>
  flattenCalls(calls).map(
    ({ depth, node, call, isRepeated }) =>
      `${'  '.repeat(depth)}${node.name}${call === undefined ? '' : ` ${call.calls}`}${isRepeated ? ' .' : ''}`,
  )

test('what a node calls is below it, in the order of the calls', () => {
  expect(outline([call('web', 'shop', 9), call('shop', 'stock', 7), call('shop', 'pay', 2)])).toEqual([
    'web',
    '  shop 9',
    '    stock 7',
    '    pay 2',
  ])
})

test('the calls of a node with two callers are listed once', () => {
  expect(outline([call('web', 'shop', 9), call('shop', 'stock', 7), call('cron', 'shop', 1)])).toEqual([
    'web',
    '  shop 9',
    '    stock 7',
    'cron',
    '  shop 1 .',
  ])
})

test('a node that calls itself, and a cycle that nothing calls, are listed', () => {
  expect(outline([call('a', 'a', 3)])).toEqual(['a', '  a 3 .'])
  expect(outline([call('a', 'b', 3), call('b', 'a', 2)])).toEqual(['a', '  b 3', '    a 2 .'])
})

test('each call of any graph has one row, one level below its caller', () => {
  const graphs = fc
    .uniqueArray(fc.tuple(fc.nat(9), fc.nat(9)), { selector: String, maxLength: 40 })
    .map(pairs => pairs.map(([from, to]) => call(`n${from}`, `n${to}`)))
  fc.assert(
    fc.property(graphs, calls => {
      const rows = flattenCalls(calls)
      expect(rows.flatMap(row => row.call ?? []).toSorted(byEnds)).toEqual(calls.toSorted(byEnds))
      for (const [i, { depth, call }] of rows.entries()) {
        const above = rows.slice(0, i).findLast(row => row.depth < depth)
        expect(above?.node).toEqual(call?.caller)
      }
    }),
  )
})

const byEnds = (a: ServiceCall, b: ServiceCall) =>
  a.caller.name.localeCompare(b.caller.name) || a.callee.name.localeCompare(b.callee.name)
