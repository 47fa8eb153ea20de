import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../../test/engine/start-engine.ts'
import { findDeskShortage } from './find-desk-shortage.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine[Symbol.asyncDispose]())

/** Asks as if the profile of the administrator had this setting. */
const findWith = (setting: string) => findDeskShortage({ url: `${engine.url}/?ch_${setting}`, ...engine.writer })

test('the profile of the embedded engine is enough for a desk', async () => {
  expect(await findDeskShortage({ url: engine.url, ...engine.desk })).toBeUndefined()
})

test('fewer queries at once than a desk has connections are told in one sentence', async () => {
  // That of one user is a constant in every profile of the engine.
  const setting = 'max_concurrent_queries_for_all_users'
  expect(await findWith(`${setting}=15`)).toBe(
    `errata_admin may run 15 queries at once (${setting}), but each desk opens 16 connections, and pages would answer 503: raise it to twice that for each desk, as in store/README.md.`,
  )
  expect(await findWith(`${setting}=16`)).toBeUndefined()
  expect(await findWith(`${setting}=0`)).toBeUndefined()
})

test('a user who cannot log in is told', async () => {
  expect(await findDeskShortage({ url: engine.url, user: 'errata_desk', password: 'wrong' })).toMatch(
    /^How many queries the desk's user errata_desk may run at once cannot be told: .*[Aa]uthentication failed/,
  )
})
