import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 rules that axe does not run by default. */
const alsoAsked = { 'target-size': { enabled: true } }
/** For a page that differs only in colours or width. */
const only = (values: string[]): axe.RunOptions => ({ runOnly: { type: 'rule', values } })
const asked = {
  all: { rules: alsoAsked },
  colours: only(['color-contrast', 'link-in-text-block']),
  widths: only(['target-size', 'scrollable-region-focusable']),
} satisfies Record<string, axe.RunOptions>

/**
 * Accessibility violations that axe finds in a page, one a line: the rule, and up to three places.
 *
 * @see https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md
 */
export async function findViolations(page: Page, rules: keyof typeof asked = 'all'): Promise<string[]> {
  // Sent through the browser's protocol, it is not subject to the page's content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  // On the way from one colour to another the contrast is that of neither. What repeats itself never ends.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(each => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(each => each.finished))
  })
  const { violations } = await page.evaluate(
    options => window.axe.run(document, { ...options, preload: false, resultTypes: ['violations'] }),
    asked[rules],
  )
  return violations.map(({ id, nodes }) => {
    const places = nodes
      .slice(0, 3)
      .map(({ target, any }) => `${target.join(' ')} (${any.map(({ message }) => message).join('; ')})`)
    return `${id} at ${nodes.length}: ${places.join(', ')}`
  })
}
