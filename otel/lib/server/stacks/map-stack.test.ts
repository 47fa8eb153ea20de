import { TraceMap } from '@jridgewell/trace-mapping'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStack } from '../../stacks/parse-stack.ts'
import { mapStack } from './map-stack.ts'

/** One line of a script: from column 0 the first line of a source of the app, from column 10 of a library's, from 20 of nothing. */
const trace = new TraceMap({
  version: 3,
  names: [],
  sources: ['app/cart.tsx', 'node_modules/react-dom/client.js'],
  sourcesContent: ['pay()\n'.repeat(9), null],
  mappings: 'AAAA,UCAA,U',
})
const functions = [{ names: ['pay the cart'], ranges: [0, 0, 9, 0, 0] }, null]
const own = 'https://shop.example/a.js'
const mapOf = (file: string) =>
  file === own ? { trace, functions, classes: {} } : file === `${own}x` ? 'own' : 'foreign'

test('a library frame is mapped without source context, a frame without a map stays, and an evaluated one has its caller', () => {
  const told = [
    'Error: x',
    `    at async a (${own}:1:3)`,
    `    at b (${own}:1:13)`,
    `    at c (${own}:1:23)`,
    `    at d (${own}x:1:3)`,
    `    at eval (eval at e (${own}:1:3), <anonymous>:1:1)`,
    `    at f (${own}:0:0)`,
    '    at g (https://other.example/a.js:1:3)',
    '    at native',
  ].join('\n')
  const { text, own: ownCount, mapped, context } = mapStack(told, mapOf)

  expect(text.split('\n')).toEqual([
    'Error: x',
    '    at async pay_the_cart (app/cart.tsx:1:1)',
    '    at node_modules/react-dom/client.js:1:1',
    ...told.split('\n').slice(3, 5),
    '    at eval (eval at e (app/cart.tsx:1:1), <anonymous>:1:1)',
    ...told.split('\n').slice(6),
  ])
  expect([ownCount, mapped]).toEqual([6, 3])
  expect(context.map(source => source?.line)).toEqual([
    1,
    undefined,
    undefined,
    undefined,
    1,
    undefined,
    undefined,
    undefined,
  ])
})

test('the first frame with source has five lines on each side, the others two', () => {
  const { context } = mapStack(`Error: x\n    at a (${own}:1:13)\n    at b (${own}:1:3)\n    at c (${own}:1:3)`, mapOf)

  expect(context.map(source => source?.context.after.length)).toEqual([undefined, 5, 2])
})

test('any text keeps its frames and whatever is between them', () => {
  const place = fc
    .tuple(fc.constantFrom(own, `${own}x`, 'https://b.example/c.js', '/srv/d.js'), fc.nat(3), fc.nat(30))
    .map(parts => parts.join(':'))
  const name = fc.constantFrom('', 'a', 'new B', 'async c', 'Object.d [as e]', 'f/<')
  const line = fc.oneof(
    fc.tuple(name, place).map(([of, at]) => (of === '' ? `    at ${at}` : `    at ${of} (${at})`)),
    fc.tuple(name, place).map(([of, at]) => `${of}@${at}`),
    fc.constantFrom('Caused by: E: m', '    [cause]: E: m', '', 'E: m', '  }', '... 3 more'),
    fc.string({ maxLength: 20 }),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), lines => {
      const text = lines.join('\n')
      const framesOf = (of: string) => parseStack(of).sections.flatMap(({ frames }) => frames)
      const result = mapStack(text, mapOf)

      expect(mapStack(text, () => 'foreign')).toMatchObject({ text, own: 0, mapped: 0 })
      expect(result.text.split('\n')).toHaveLength(text.split('\n').length)
      expect(result.context).toHaveLength(framesOf(text).length)
      if (result.mapped === 0) expect(result.text).toBe(text)
      const kept = result.text.split('\n').filter((after, at) => after === lines[at]).length
      expect(kept).toBeGreaterThanOrEqual(lines.length - result.mapped)
    }),
    { numRuns: 300 },
  )
})
