import { expect, test } from 'vitest'
import { formatGroup, lacksKeys, splitValues } from './group-values.ts'

test('a group of several keys has a value for each, and none where a span lacks one', () => {
  expect(splitValues('shop\u001f')).toEqual(['shop', ''])
  expect(formatGroup('shop\u001f')).toBe('shop · none')
  expect(formatGroup('shop')).toBe('shop')
  expect([formatGroup('\u001f'), formatGroup('')]).toEqual(['', ''])
  expect(['', '\u001f', 'a\u001f'].map(lacksKeys)).toEqual([true, true, false])
})
