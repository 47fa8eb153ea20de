import { describe, expect, test } from 'vitest'
import { buildTree } from './build-tree.ts'
import { chooseRows } from './choose-rows.ts'
import { correctClockSkew } from './clock-skew.ts'
import { findCriticalPath } from './critical-path.ts'
import jaeger from './jaeger-critical-paths.json' with { type: 'json' }
import { measureSelfTimes } from './self-times.ts'
import { listBusy } from './time-axis.ts'
import { at, countFlag, depthsOf, hasFlag, operationOf, type TraceTree } from './trace-tree.ts'
import { DEEP_TRACE, TRACES_BY_HAND, WIDE_TRACE } from './traces-by-hand.test-data.ts'
import { readSkeleton, writeSkeleton } from './write-skeleton.ts'

const nameOf = (tree: TraceTree, index: number) => operationOf(tree, index).name

const pathOf = (tree: TraceTree) =>
  findCriticalPath(tree)
    .map(({ index, from, to }) => `${nameOf(tree, index)} ${from}-${to}`)
    .join(', ')

function selfOf(tree: TraceTree): string {
  const { inService, overAll } = measureSelfTimes(tree)
  const texts = Array.from({ length: tree.size }, (_, index) => {
    const [own, all] = [at(inService, index), at(overAll, index)]
    return `${nameOf(tree, index)} ${own === all ? own : `${own}/${all}`}`
  })
  return [...new Set(texts.filter(text => !text.startsWith(' ')))].join(', ')
}

const rowsOf = (tree: TraceTree) =>
  chooseRows(tree)
    .rows.map(({ kind, index, depth, members = [] }) => {
      const name = { span: nameOf(tree, index), missing: '?', repeated: `${members.length} × ${nameOf(tree, index)}` }
      return `${'  '.repeat(depth)}${name[kind]}`
    })
    .join('\n')

function movedOf(tree: TraceTree): string {
  const shifts = correctClockSkew(tree)
  if (shifts === undefined) return ''
  return Array.from({ length: tree.size }, (_, index) => ({ index, shift: at(shifts, index) }))
    .filter(({ shift }) => shift !== 0)
    .map(({ index, shift }) => `${nameOf(tree, index)} ${shift > 0 ? '+' : ''}${shift}`)
    .join(', ')
}

function oddOf(tree: TraceTree): string {
  const places = Array.from({ length: tree.size }, (_, index) => index)
  const cycles = places.filter(index => hasFlag(tree, index, 'inCycle'))
  const missing = countFlag(tree, 'missing')
  const roots = places.filter(index => at(tree.parents, index) < 0).length - cycles.length - missing
  const busy = listBusy(tree)
  return [
    ...(roots === 1 ? [] : [`${roots} roots`]),
    ...(missing === 0 ? [] : [`missing parents ${missing}`]),
    ...cycles.map(index => `cycle at ${nameOf(tree, index)}`),
    ...busy.slice(1).map(({ from }, i) => `gap ${busy[i]?.to}-${from}`),
  ].join(', ')
}

// The server builds a tree from stored spans; the browser reads it from a skeleton.
describe.each([
  ['built from spans', (tree: TraceTree) => tree],
  ['read from a skeleton', (tree: TraceTree) => readSkeleton(writeSkeleton(tree))],
])('a tree %s', (_, carried) => {
  test.each(TRACES_BY_HAND)('of $title has its rows, critical path, self times, shifts, roots and gaps', of => {
    const tree = carried(buildTree(of.spans))
    expect({
      rows: rowsOf(tree),
      path: pathOf(tree),
      self: selfOf(tree),
      moved: movedOf(tree),
      odd: oddOf(tree),
    }).toEqual({ rows: of.rows, path: of.path, self: of.self, moved: of.moved ?? '', odd: of.odd ?? '' })
  })

  test('of 5,000 children has two rows, and a critical path through each of them', () => {
    const tree = carried(buildTree(WIDE_TRACE))
    expect(rowsOf(tree)).toBe('root\n  5000 × get')
    expect(findCriticalPath(tree)).toHaveLength(5_000)
  })

  test('of 500 levels has them all, and a critical path down and up again', () => {
    const tree = carried(buildTree(DEEP_TRACE))
    expect(at(depthsOf(tree), 499)).toBe(499)
    const path = findCriticalPath(tree)
    expect(path).toHaveLength(999)
    expect(path.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(1_000)
  })
})

test('there are thirty traces by hand and more', () => {
  expect(TRACES_BY_HAND.length).toBeGreaterThan(30)
})

test("Jaeger's own function finds the same critical paths, but where one child starts when another ends", () => {
  const recorded = new Map(Object.entries(jaeger.paths))
  const compared = TRACES_BY_HAND.filter(({ title }) => recorded.has(title))
  expect(compared.length).toBeGreaterThan(25)
  const different = compared.filter(({ title, path }) => recorded.get(title) !== path).map(({ title }) => title)
  expect(different).toEqual(TRACES_BY_HAND.filter(of => of.differsFromJaeger).map(({ title }) => title))
  expect(recorded.get('a child that starts when the one before ends')).toBe('b 50-100, root 0-50')
})
