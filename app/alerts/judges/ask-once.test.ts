import { expect, test } from 'vitest'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { askOnce } from './ask-once.ts'

const store = shareTestStore()

test('the same question at the same moment is asked once, and again later unless its answer is kept', async () => {
  let asked = 0
  const ask = async () => ++asked
  const question = { key: ['a', 1n], ask }
  expect(await Promise.all([askOnce(store(), question), askOnce(store(), question)])).toEqual([1, 1])
  expect(await askOnce(store(), question)).toBe(2)
  const kept = { key: ['b'], isKept: true, ask }
  expect([await askOnce(store(), kept), await askOnce(store(), kept)]).toEqual([3, 3])
  expect(await askOnce(store(), { ...kept, key: ['c'] })).toBe(4)
})

test('a failure is not kept, and of many answers the oldest is forgotten', async () => {
  const failing = { key: ['d'], isKept: true, ask: () => Promise.reject(new Error('away')) }
  await expect(askOnce(store(), failing)).rejects.toThrow('away')
  expect(await askOnce(store(), { ...failing, ask: async () => 'back' })).toBe('back')
  for (let i = 0; i < 20; i++) await askOnce(store(), { key: ['e', i], isKept: true, ask: async () => i })
  expect(await askOnce(store(), { ...failing, ask: async () => 'asked again' })).toBe('asked again')
})
