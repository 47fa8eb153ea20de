import type { BrowserContext } from 'playwright-core'

/**
 * Tells what the pages of a context do against their content security policy: the directive, what it was applied to, and how the script or
 * style began; and what the browser says in the console of such headers, also where no script runs.
 */
export async function watchPolicy(context: BrowserContext, report: (violation: string) => void): Promise<void> {
  await context.exposeFunction('reportViolation', report)
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      Reflect.get(window, 'reportViolation')(`${effectiveDirective} ${blockedURI} ${sample}`),
    )
  })
  context.on('console', message => {
    if (/content security policy|-policy header/i.test(message.text())) report(`console: ${message.text()}`)
  })
}
