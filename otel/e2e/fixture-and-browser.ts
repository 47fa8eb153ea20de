import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import type { BrowserOptions } from '../lib/browser/browser.ts'
import { openVisit, type Visit } from './open-visit.ts'
import { type Fixture, type Server, startFixture } from './start-fixture.ts'

declare global {
  interface Window {
    /** What the fixture app adds to the options of `startBrowser`. */
    fixtureOptions?: BrowserOptions
  }
}

/** Those of the file whose tests run. */
export let fixture: Fixture
export let browser: Browser

/** For all tests of the file that calls it: there before the first, gone after the last. */
export function startFixtureAndBrowser(): void {
  beforeAll(async () => {
    fixture = await startFixture()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await fixture?.[Symbol.asyncDispose]()
  })
}

/** A visitor whose page gives `startBrowser` the options that `setOptions` puts on the window. */
export async function openVisitWith(setOptions: () => void, server: Server = fixture): Promise<Visit> {
  const visit = await openVisit(browser, server)
  await visit.page.addInitScript(setOptions)
  return visit
}
