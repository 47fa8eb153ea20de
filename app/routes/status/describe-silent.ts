import type { MadeByBrowsers } from '../../../store/accounting/count-made-by-browsers.ts'
import { pluralize } from '../../format/count.ts'

/** How much came of pages that do not say how much they made, in a sentence; `undefined` for nothing. */
export function describeSilent(made: readonly MadeByBrowsers[]): string | undefined {
  const of = (signal: MadeByBrowsers['signal']) =>
    made.filter(one => one.signal === signal).reduce((sum, { silent }) => sum + silent, 0)
  const parts = [
    of('spans') > 0 && pluralize(of('spans'), 'span'),
    of('logs') > 0 && pluralize(of('logs'), 'log record'),
  ]
  const told = parts.filter(part => part !== false)
  if (told.length === 0) return undefined
  return `${told.join(' and ')} came of pages that do not say how much they made: they are open yet, went without a word, or run an older SDK.`
}
