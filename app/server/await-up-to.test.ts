import { expect, test } from 'vitest'
import { awaitUpTo } from './await-up-to.ts'

const HOUR_MS = 3_600_000

test('a part that is there in time is a value, and one that is not stays a promise', async () => {
  const later = Promise.withResolvers<string>()
  const { soon, late } = await awaitUpTo(1, { soon: Promise.resolve('here'), late: later.promise })
  expect(soon).toBe('here')
  expect(late).toBeInstanceOf(Promise)
  later.resolve('there')
  expect(await late).toBe('there')
})

test('waits no longer than for the last part', async () => {
  expect(await awaitUpTo(HOUR_MS, { a: Promise.resolve(1), b: Promise.resolve(undefined) })).toEqual({
    a: 1,
    b: undefined,
  })
})

test('an error that is there in time is thrown', async () => {
  await expect(awaitUpTo(HOUR_MS, { a: Promise.reject(new Error('ours')), b: Promise.resolve(1) })).rejects.toThrow(
    'ours',
  )
})
