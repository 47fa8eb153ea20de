import { expect, test } from 'vitest'
import { groupKeysCodec, measureCodec } from './group-codecs.ts'

const keys = groupKeysCodec('by')
const measure = measureCodec('measure')

test('a list of keys is read as keys, each once', () => {
  expect(keys.parse('service, @tier,service')).toEqual({ value: 'service,@tier' })
  expect(keys.parse(',')).toEqual({ value: 'service' })
  expect(keys.format('service')).toBe('')
})

test('an unknown key is named, with one that was meant', () => {
  expect(keys.parse('service,rout')).toEqual({
    error: 'by: spans have no key rout. Did you mean route? An attribute is written @rout.',
  })
  expect(keys.parse('xyzzyx')).toEqual({ error: 'by: spans have no key xyzzyx. An attribute is written @xyzzyx.' })
  expect(keys.parse('a.b,c.d,e.f,g.h,i.j')).toEqual({ error: 'by takes at most 4 keys, not 5.' })
})

test('what is measured is an attribute, or the duration', () => {
  expect(measure.parse('@app.items')).toEqual({ value: '@app.items' })
  expect(measure.parse('duration')).toEqual({ value: '' })
  expect(measure.parse('service')).toEqual({
    error: 'measure=service must be an attribute with numbers, such as @app.items.',
  })
})
