import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from '../../test/open-browser.ts'
import { type Fixture, startFixture } from './start-fixture.ts'

/** For all tests of the file that imports them: there before the first, gone after the last. */
export let fixture: Fixture
export let browser: Browser

beforeAll(async () => {
  fixture = await startFixture()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await fixture?.[Symbol.asyncDispose]()
})
