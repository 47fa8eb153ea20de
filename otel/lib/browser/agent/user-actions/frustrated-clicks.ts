import { type Attributes, type Signals, severityWarning } from '../../send/signals.ts'
import { describeElement } from './user-actions.ts'

export interface FrustratedClicks {
  clicked(element: Element): void
  /** Something happened, such as a request or a navigation: the last click was not dead. */
  answered(): void
  /** An exception was recorded. */
  failed(): void
}

const rageClicks = 3
const rageWithinMs = 1_000
const deadAfterMs = 3_000
const errorWithinMs = 1_000
/** Elements that are expected to react to a click. */
const clickableSelector =
  'a[href]:not([download]),button:not([disabled]),[role=button],[role=tab],[role=menuitem],summary,input[type=submit]'

/**
 * Records frustrated clicks: rage (three on one element within a second), dead (nothing happens for three seconds after a click on
 * something that looks clickable), error (an exception within a second).
 */
export function watchFrustratedClicks(signals: Signals): FrustratedClicks {
  let last: { readonly element: Element; readonly atMs: number } | undefined
  let count = 0
  let stopWaiting: (() => void) | undefined

  const record = (kind: string, element: Element) => {
    const attributes: Attributes = { 'errata.click.kind': kind, 'errata.click.target': describeElement(element) }
    signals.log({ eventName: 'browser.user_action.click', severity: severityWarning, attributes })
  }

  const answered = () => stopWaiting?.()

  const waitForAnswer = (element: Element) => {
    const observer = new MutationObserver(answered)
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const isDead = () => {
      answered()
      record('dead', element)
    }
    const timer = setTimeout(signals.guard(isDead), deadAfterMs)
    const signs = ['scroll', 'blur', 'focusin', 'visibilitychange', 'pagehide']
    for (const sign of signs) window.addEventListener(sign, answered, true)
    stopWaiting = () => {
      stopWaiting = undefined
      observer.disconnect()
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, answered, true)
    }
  }

  return {
    answered,
    clicked(element) {
      const atMs = Date.now()
      count = last?.element === element && atMs - last.atMs < rageWithinMs ? count + 1 : 1
      last = { element, atMs }
      if (count === rageClicks) record('rage', element)
      answered()
      // The click itself moves the focus, so waiting starts after it.
      if (!element.matches(clickableSelector)) return
      const begin = setTimeout(signals.guard(waitForAnswer), 0, element)
      stopWaiting = () => clearTimeout(begin)
    },
    failed() {
      answered()
      if (last && Date.now() - last.atMs < errorWithinMs) record('error', last.element)
      last = undefined
    },
  }
}
