import { expect, test } from 'vitest'
import { settleWithin } from './settle-within.server.ts'

const HOUR_MS = 3_600_000

test('what is there in time is a value, and what is not stays a promise', async () => {
  const later = Promise.withResolvers<string>()
  const { soon, late } = await settleWithin(1, { soon: Promise.resolve('here'), late: later.promise })
  expect(soon).toBe('here')
  expect(late).toBeInstanceOf(Promise)
  later.resolve('there')
  expect(await late).toBe('there')
})

test('nobody waits longer than for the last part', async () => {
  expect(await settleWithin(HOUR_MS, { a: Promise.resolve(1), b: Promise.resolve(undefined) })).toEqual({
    a: 1,
    b: undefined,
  })
})

test('a fault that is there in time is thrown', async () => {
  await expect(settleWithin(HOUR_MS, { a: Promise.reject(new Error('ours')), b: Promise.resolve(1) })).rejects.toThrow(
    'ours',
  )
})
