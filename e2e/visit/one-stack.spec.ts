import { afterAll, beforeAll, describe } from 'vitest'
import { openSite, site } from './open-site.ts'

/**
 * The tests that need the whole stack and a browser but no settings share one stack, because starting one takes seven seconds of a core. They
 * run in this order, one after another. The first two count all that the stack stores; the others find their own by message or trace.
 */

beforeAll(openSite)
afterAll(() => site[Symbol.asyncDispose]())

describe('one trace', async () => {
  await import('./one-trace.ts')
})
describe('noise', async () => {
  await import('./noise.ts')
})
describe('screens', async () => {
  await import('./screens.ts')
})
describe('error screens', async () => {
  await import('./error-screens.ts')
})
describe('failures of the lab', async () => {
  await import('./lab-failures.ts')
})
describe('digests', async () => {
  await import('./digest-everywhere.ts')
})
describe('the relay', async () => {
  await import('./relay.ts')
})
