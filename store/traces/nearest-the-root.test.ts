import { expect, test } from 'vitest'
import { nearestTheRoot } from './nearest-the-root.ts'

const node = (spanId: string, parentSpanId = '') => ({ spanId, parentSpanId })

test('picks level by level from the roots', () => {
  const nodes = [node('c', 'b'), node('b', 'a'), node('a'), node('d', 'a')]
  expect(nearestTheRoot(nodes, 3)).toEqual(['a', 'b', 'd'])
})

test('takes a span whose parent is missing for a root', () => {
  expect(nearestTheRoot([node('b', 'lost'), node('a')], 5)).toEqual(['b', 'a'])
})

test('picks an id once that occurs twice', () => {
  expect(nearestTheRoot([node('a'), node('b', 'a'), node('a', 'b')], 5)).toEqual(['a', 'b'])
})

test('picks a circle of parents last, and ends', () => {
  expect(nearestTheRoot([node('x', 'y'), node('y', 'x'), node('a')], 5)).toEqual(['a', 'x', 'y'])
})
