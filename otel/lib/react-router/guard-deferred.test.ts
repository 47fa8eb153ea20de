import { expect, test } from 'vitest'
import { guardDeferred } from './guard-deferred.ts'

const hide = () => new Error('hidden')
const rejected = () => Promise.reject(new Error('secret'))

test('a value without promises comes back as it is, not copied', () => {
  const value = { list: [1, { a: null }], map: new Map([['k', new Set([1])]]), date: new Date(0) }
  expect(guardDeferred(value, hide)).toBe(value)
})

test('a rejected promise nobody waits for ends nothing, wherever it lies', async () => {
  const seen: unknown[] = []
  const note = (reason: unknown) => {
    seen.push(reason)
    return hide()
  }
  guardDeferred({ top: rejected(), deep: { list: [rejected()] } }, note)
  guardDeferred(new Map([['k', rejected()]]), note)
  guardDeferred(new Set([rejected()]), note)
  await new Promise(resolve => setImmediate(resolve))
  expect(seen).toHaveLength(4)
})

test('whoever awaits the promise sees the replaced error', async () => {
  const { price } = Object(guardDeferred({ price: rejected() }, hide))
  await expect(price).rejects.toThrow('hidden')
})

test('a resolved promise keeps its value, and promises in it are guarded as well', async () => {
  const value = Object(guardDeferred({ price: Promise.resolve({ net: rejected(), tax: 7 }) }, hide))
  const price = await value.price
  expect(price.tax).toBe(7)
  await expect(price.net).rejects.toThrow('hidden')
})

test('a cycle and a shared object are walked through', async () => {
  const cycle: Record<string, unknown> = { price: Promise.resolve(3) }
  cycle['self'] = cycle
  const value = Object(guardDeferred({ one: cycle, other: cycle }, hide))
  await expect(value.one.price).resolves.toBe(3)
  await expect(value.other.price).resolves.toBe(3)
})

test('a class instance is left alone', () => {
  class Money {
    amount = rejected().catch(() => 0)
  }
  const money = new Money()
  expect(guardDeferred({ money }, hide)).toMatchObject({ money })
})
