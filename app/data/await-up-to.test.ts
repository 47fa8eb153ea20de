import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { openStore } from '../../store/store.ts'
import { noScriptsHeaders } from '../http/no-scripts-cookie.ts'
import { afterPart, awaitUpTo, deferredWaitMs } from './await-up-to.ts'
import { storeContext } from './query.ts'

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

test('a page waits longer for a browser that runs no scripts, and until all is there where that is asked for', async () => {
  await using store = openStore({ url: 'http://127.0.0.1:9', user: 'default', password: '', timeoutMs: 60_000 })
  const context = new RouterContextProvider()
  context.set(storeContext, store)
  const wait = (address: string, cookie = '') => {
    const url = new URL(address, 'http://desk')
    return deferredWaitMs({ context, url, request: new Request(url, { headers: { cookie } }), nowMs: Date.now() })
  }
  const [cookie = ''] = (await noScriptsHeaders())['set-cookie'].split(';')
  expect(await wait('/')).toBeLessThanOrEqual(40)
  expect(await wait('/', `errata_theme=dark; ${cookie}`)).toBeGreaterThan(900)
  expect(await wait('/', `${cookie}x`)).toBeLessThanOrEqual(40)
  expect(await wait('/?whole=1')).toBeGreaterThan(store.timeoutMs)
})

test('a part comes with the one above it, or without it after a moment', async () => {
  const above = Promise.withResolvers<string>()
  const order: string[] = []
  const part = afterPart(Promise.resolve('part'), above.promise).then(value => order.push(value))
  void above.promise.then(value => order.push(value))
  await Promise.resolve()
  above.resolve('above')
  await part
  expect(order).toEqual(['above', 'part'])
  expect(await afterPart(Promise.resolve('part'), new Promise(() => undefined))).toBe('part')
})
