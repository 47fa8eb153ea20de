import { routeModuleFailure } from '../../../react-router/contract.ts'
import type { Signals } from '../../send/signals.ts'
import type { ReportException } from './exceptions.ts'

/** Reports violations of the content security policy. */
export function watchCspViolations({ guard, scrub }: Signals, report: ReportException): void {
  const onViolation = guard((event: SecurityPolicyViolationEvent) => {
    const { effectiveDirective, blockedURI, disposition, sourceFile } = event
    const blocked = scrub(blockedURI)
    report({
      thrown: { name: 'SecurityPolicyViolation', message: `${effectiveDirective} blocked ${blocked}` },
      source: 'csp',
      address: blocked,
      attributes: {
        'errata.csp.disposition': disposition,
        'errata.csp.source_file': scrub(sourceFile),
      },
    })
  })
  document.addEventListener('securitypolicyviolation', onViolation)
}

/**
 * Reports route modules that cannot be loaded. React Router only logs this to the console and reloads the page at once, so the console is
 * observed, but only during navigations.
 *
 * @returns Ends it.
 */
export function watchModuleFailures(onFailure: (thrown: Error) => void): () => void {
  const original = console.error
  let announced = false
  const listening: typeof console.error = (...args) => {
    const [first] = args
    if (announced && first instanceof Error) onFailure(first)
    announced = typeof first === 'string' && first.startsWith(routeModuleFailure)
    original.apply(console, args)
  }
  console.error = listening
  return () => {
    // If somebody else has wrapped it since, theirs stays, and ours below only passes calls on.
    if (console.error === listening) console.error = original
  }
}
