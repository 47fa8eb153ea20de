import type { BrowserContext } from 'playwright-core'

/**
 * Reports violations of the content security policy by the pages of a context: the directive, where it applied, and the start of the script
 * or style; also the browser's console messages about these headers.
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
