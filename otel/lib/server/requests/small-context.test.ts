import { type Context, ROOT_CONTEXT } from '@opentelemetry/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SmallContext } from './small-context.ts'

const keys = ['a', 'b', 'c', 'd'].map(name => Symbol(name))
const bottom = Symbol('bottom')
const key = fc.constantFrom(...keys)
/** Without a value it is deleted. */
const step = fc.record({ key, value: fc.option(fc.integer(), { nil: undefined }) })

const apply = (context: Context, { key, value }: { key: symbol; value: number | undefined }) =>
  value === undefined ? context.deleteValue(key) : context.setValue(key, value)

test('a small context has the same values as the API’s own after any sets and deletes, in derived contexts too', () => {
  fc.assert(
    fc.property(fc.array(step), fc.array(step), (below, above) => {
      const base = below.reduce(apply, ROOT_CONTEXT)
      const small = above.reduce(apply, new SmallContext(base, bottom, 'ours'))
      const known = above.reduce(apply, base.setValue(bottom, 'ours'))
      for (const one of [...keys, bottom]) expect(small.getValue(one)).toBe(known.getValue(one))
    }),
  )
})

test('what has been set on a context changes nothing of it', () => {
  const [first = bottom, second = bottom] = keys
  const small = new SmallContext(ROOT_CONTEXT, first, 1)
  small.setValue(first, 2).setValue(second, 3).deleteValue(first)
  expect([small.getValue(first), small.getValue(second)]).toEqual([1, undefined])
})

test('a context that is set anew a hundred thousand times is no deeper than before', () => {
  let context: Context = new SmallContext(ROOT_CONTEXT, bottom, 'ours')
  for (let i = 0; i < 100_000; i++) context = keys.reduce((below, one) => below.setValue(one, i), context)
  expect(context.getValue(bottom)).toBe('ours')
})
