import { expect, test } from 'vitest'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit } from './open-visit.ts'

startFixtureAndBrowser()

/**
 * What an extension puts into the page, as those of wallets and translators do. V8 names its frames by the last line; a headless shell has no
 * extensions.
 */
const content = `
const later = act => () => setTimeout(act)
addEventListener('extension-fails', later(function inExtension() { throw new TypeError('the extension broke') }))
addEventListener('extension-rejects', later(async () => { await null; throw new RangeError('the extension rejected') }))
addEventListener('extension-fetches', later(() => { fetch('http://127.0.0.1:1/nothing') }))
addEventListener('extension-is-gone', later(() => {
  const error = new Error('Could not establish connection. Receiving end does not exist.')
  error.stack = String(error)
  Promise.reject(error)
}))
addEventListener('extension-calls-the-page', later(() => window.ofThePage()))
//# sourceURL=chrome-extension://pejdijmoenmkgeppbflobdenhhabjlaj/content.js
`

declare global {
  interface Window {
    ofThePage?: () => void
  }
}

test("an extension's exceptions are warnings that say so; those in which the page takes part are errors", async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.page.addScriptTag({
    content: "window.ofThePage = () => { throw new Error('the page broke') }\n//# sourceURL=/assets/own.js",
  })
  await visit.page.addScriptTag({ content })
  const told = async (act: () => Promise<unknown>) => {
    const event = visit.page.waitForEvent('pageerror')
    await act()
    await event
  }
  for (const what of ['fails', 'rejects', 'fetches', 'is-gone', 'calls-the-page']) {
    await told(() => visit.page.evaluate(name => window.dispatchEvent(new Event(name)), `extension-${what}`))
  }
  await told(() => visit.press('fail in a handler'))
  await visit.finish()
  const exceptions = await visit.exceptions(6)

  expect(
    exceptions.map(({ severity, attributes }) => [
      attributes['exception.message'],
      severity,
      attributes['errata.exception.origin'],
    ]),
  ).toEqual([
    ['the extension broke', 'WARN', 'browser_extension'],
    ['the extension rejected', 'WARN', 'browser_extension'],
    ['Failed to fetch', 'WARN', 'browser_extension'],
    ['Could not establish connection. Receiving end does not exist.', 'WARN', 'browser_extension'],
    ['the page broke', 'ERROR', undefined],
    ['handler broke', 'ERROR', undefined],
  ])
})
