import { expect, test } from 'vitest'
import { buildTree } from '../../../trace/build-tree.ts'
import { chooseRows } from '../../../trace/choose-rows.ts'
import { layoutTimeAxis } from '../../../trace/time-axis.ts'
import { drawMinimap } from './draw-minimap.ts'

const span = (id: number, service: string, from: number, to: number, failed = false) => ({
  ...{ spanId: id.toString(16).padStart(16, '0'), parentSpanId: id === 1 ? '' : `${'0'.repeat(15)}1`, service },
  ...{ name: `${id}`, kind: 'Internal', startNs: BigInt(from), durationNs: BigInt(to - from), failed },
})
const draw = (spans: Parameters<typeof buildTree>[0], shifts?: Float64Array) => {
  const tree = buildTree(spans)
  return drawMinimap({ tree, axis: layoutTimeAxis(tree, shifts), rows: chooseRows(tree).rows, shifts })
}

test('each row is a line, as long as its span, in the colour of its service; what failed is drawn again', () => {
  expect(draw([span(1, 'shop', 0, 300), span(2, 'web', 100, 199), span(3, 'shop', 150, 299, true)])).toEqual({
    lines: 3,
    services: [
      { service: 'shop', path: 'M0 0H300v1H0zM150 2H300v1H150z' },
      { service: 'web', path: 'M100 1H200v1H100z' },
    ],
    failed: 'M150 2H300v1H150z',
  })
})

test('a moved span is drawn where its bar is', () => {
  const { services } = draw([span(1, 'shop', 0, 300), span(2, 'web', 0, 99)], Float64Array.of(0, 150))
  expect(services[1]).toEqual({ service: 'web', path: 'M150 1H250v1H150z' })
})

test('of thousands of rows the drawing stays small', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => span(i + 1, `service ${i % 5}`, i, i + 3))
  const { lines, services } = draw(many)
  expect(lines).toBe(40)
  expect(services.reduce((sum, { path }) => sum + path.length, 0)).toBeLessThan(20_000)
})
