import { afterAll, beforeAll, describe } from 'vitest'
import { closeSeededDesk, openSeededDesk } from './seeded-desk.ts'

/** The tests that read the seed's telemetry share one desk, one after another. The last adds rows of its own. */

beforeAll(openSeededDesk)
afterAll(closeSeededDesk)

describe('a browser without scripts', async () => {
  await import('./no-scripts.ts')
})
describe('every page', async () => {
  await import('./every-page.ts')
})
