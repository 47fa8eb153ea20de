import { openBrowser } from '../../../../test/browser/open-browser.ts'
import { poll } from '../../../../test/poll.ts'

/** Opens the page and clicks each of its buttons, in a real Chromium. */

await using browser = await openBrowser()
const page = await browser.newPage()
const url = `http://127.0.0.1:${process.argv[2]}/`
await poll(
  () => page.goto(url).catch(() => undefined),
  response => response !== undefined,
)
for (const sku of ['tea', 'unknown', 'broken']) {
  await page.locator(`#${sku}`).click()
  await page.waitForFunction(title => document.title === title, sku)
}
await page.waitForTimeout(1_000) // Until then the SDK has sent what it had.
