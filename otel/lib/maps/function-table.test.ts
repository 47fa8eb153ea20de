import fc from 'fast-check'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { functionAt, functionTable } from './function-table.ts'

const tableOf = (source: string) => functionTable(source, parseSync('x.tsx', source, { lang: 'tsx' }).program)

/** Name of the function round the mark `¦`. */
function around(marked: string): string {
  const before = marked.slice(0, marked.indexOf('¦'))
  const lines = before.split('\n')
  return functionAt(tableOf(marked.replace('¦', '')), lines.length - 1, lines.at(-1)?.length ?? 0)
}

test.each([
  ['function pay() { ¦fail() }', 'pay'],
  ['export default function Cart() {\n  ¦fail()\n}', 'Cart'],
  ['export default () => { ¦fail() }', 'default'],
  ['const pay = () => { ¦fail() }', 'pay'],
  ['const pay = async function () { ¦fail() }', 'pay'],
  ['const pay = useCallback(() => { ¦fail() }, [])', 'pay'],
  ['const Cart = memo(forwardRef(() => { ¦fail() }))', 'Cart'],
  ['const scenarios = { pay: () => { ¦fail() }, "to pay"() { fail() } }', 'pay'],
  ['const scenarios = { pay() {}, "to pay"() { ¦fail() } }', 'to pay'],
  ['class Cart { pay() { ¦fail() } }', 'Cart.pay'],
  ['class Cart { #pay = () => { ¦fail() } }', 'Cart.#pay'],
  ['const Cart = class { static pay() { ¦fail() } }', 'Cart.pay'],
  ['const page = () => <button onClick={() => { ¦fail() }} />', 'onClick'],
  ['class Cart { constructor() { ¦fail() } }', 'Cart'],
  ['exports.pay = function () { ¦fail() }', 'pay'],
  ['function outer() { inner(() => { ¦fail() }) }', 'outer'],
  ['function loader() { const data = load().then(() => { ¦fail() }) }', 'loader'],
  ['function Cart() {\n  useEffect(() => {\n    ¦fail()\n  }, [])\n}', 'Cart'],
  ['function pay(amount = ¦fail()) {}', 'pay'],
  ['function pay() {}\n¦fail()', ''],
  ["const text = 'äöü😀'; const pay = () => { ¦fail() }", 'pay'],
])('%s is in %s', (marked, name) => {
  expect(around(marked)).toBe(name)
})

test('however functions nest, a place has the name of the innermost', () => {
  const nested = fc.letrec<{ body: string }>(tie => ({
    body: fc.oneof(
      { maxDepth: 4 },
      fc.constant('0;'),
      fc
        .tuple(fc.integer({ min: 0, max: 999 }), tie('body'), tie('body'), fc.boolean())
        .map(
          ([n, inner, after, isOnLine]) =>
            `function f${n}() {${isOnLine ? '\n' : ''}/*f${n}*/ ${inner} /*f${n}*/} ${after}`,
        ),
    ),
  })).body
  fc.assert(
    fc.property(nested, source => {
      const table = tableOf(source)
      for (const { index, 1: name } of source.matchAll(/\/\*(f\d+)\*\//g)) {
        const lines = source.slice(0, index).split('\n')
        expect(functionAt(table, lines.length - 1, lines.at(-1)?.length ?? 0)).toBe(name)
      }
    }),
    { numRuns: 60 },
  )
})
