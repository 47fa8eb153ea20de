import { expect, test } from 'vitest'
import { findRepeatedSpans } from './find-repeated-spans.ts'

type Listed = Parameters<typeof findRepeatedSpans>[0][number]

const span = (index: number, of: Partial<Listed> = {}): Listed => ({
  spanId: `s${index}`,
  parentSpanId: 'p',
  service: 'checkout',
  name: 'SELECT line_item',
  kind: 'Client',
  startNs: BigInt(index) * 100n,
  durationNs: 10n,
  failed: false,
  httpStatus: 0,
  hiddenBelow: 0,
  attributes: { 'db.query.text': `SELECT price FROM line_item WHERE id = ${index} AND name = 'it''s ${index}'` },
  ...of,
})
const spans = (count: number, of: (index: number) => Partial<Listed> = () => ({})) =>
  Array.from({ length: count }, (_, index) => span(index, of(index)))
const find = (all: readonly Listed[], ...excluded: string[]) => findRepeatedSpans(all, new Set(excluded))

test('five siblings with one name and statement are one group, whatever values the statement has', () => {
  expect(find([...spans(5), span(9, { name: 'UPDATE stock' })])).toEqual([
    { spanIds: ['s0', 's1', 's2', 's3', 's4'], totalNs: 50n, startNs: 0n, endNs: 410n },
  ])
  expect(find(spans(4))).toEqual([])
})

test('the group ends with the span that ends last, not with the one that starts last', () => {
  expect(find(spans(5, index => (index === 0 ? { durationNs: 9_000n } : {})))).toMatchObject([{ endNs: 9_000n }])
})

test.each<[string, (index: number) => Partial<Listed>]>([
  ['of several parents', index => ({ parentSpanId: `p${index % 2}` })],
  ['without a parent', () => ({ parentSpanId: '' })],
  ['of several services', index => ({ service: `${index % 2}` })],
  ['to several hosts', index => ({ callee: `${index % 2}.example` })],
  ['with several statements', index => ({ attributes: { 'db.statement': `SELECT ${'ab'[index % 2]}` } })],
  ['with several HTTP statuses', index => ({ httpStatus: index % 2 === 0 ? 200 : 404 })],
  ['that have children', index => ({ parentSpanId: index % 2 === 0 ? 'p' : `s${index - 1}` })],
  ['whose children were not read', () => ({ hiddenBelow: 1 })],
  ['with one id', () => ({ spanId: 'same' })],
])('spans %s are not one group', (_, of) => {
  expect(find(spans(8, of))).toEqual([])
})

test('failed spans and excluded ones stay outside', () => {
  const all = spans(8, index => (index === 3 ? { failed: true } : {}))
  expect(find(all, 's4')).toMatchObject([{ spanIds: ['s0', 's1', 's2', 's5', 's6', 's7'] }])
})
