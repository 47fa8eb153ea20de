import { expect, test } from 'vitest'
import { readGroups } from './read-groups.server.ts'

const read = (by: string, measure = 'duration') => readGroups({ by, measure })
const messagesOf = (by: string, measure = 'duration') => read(by, measure).errors.map(({ message }) => message)

test('a list of keys is read as keys, each once', () => {
  expect(read('service, @tier,service')).toEqual({
    by: [
      { is: 'field', name: 'service' },
      { is: 'attribute', of: 'any', name: 'tier' },
    ],
    measure: undefined,
    errors: [],
  })
  expect(read(',').by).toEqual([{ is: 'field', name: 'service' }])
})

test('an unknown key is named, with one that was meant', () => {
  expect(messagesOf('service,rout')).toEqual([
    'by: spans have no key rout. Did you mean route? An attribute is written @rout.',
  ])
  expect(messagesOf('xyzzyx')).toEqual(['by: spans have no key xyzzyx. An attribute is written @xyzzyx.'])
  expect(messagesOf('a.b,c.d,e.f,g.h,i.j')).toEqual(['by: spans are grouped by at most 4 keys, not 5.'])
})

test('what is measured is an attribute, or the duration', () => {
  expect(read('service', '@app.items').measure).toEqual({ is: 'attribute', of: 'any', name: 'app.items' })
  expect(read('service', 'duration')).toMatchObject({ measure: undefined, errors: [] })
  expect(messagesOf('service', 'kind')).toEqual(['measure: kind is no attribute with numbers, such as @app.items.'])
  expect(messagesOf('service', 'xyzzyx')).toEqual([
    'measure: spans have no key xyzzyx. An attribute is written @xyzzyx.',
  ])
})
