import type { BrowserRecordCounts } from '../../../store/accounting/count-created-by-browsers.ts'
import { pluralize } from '../../format/count.ts'

/** How much arrived from pages without a report of what they created, in a sentence; `undefined` for nothing. */
export function describeSilentBrowsers(created: readonly BrowserRecordCounts[]): string | undefined {
  const of = (signal: BrowserRecordCounts['signal']) =>
    created.filter(one => one.signal === signal).reduce((sum, { silent }) => sum + silent, 0)
  const parts = [
    of('spans') > 0 && pluralize(of('spans'), 'span'),
    of('logs') > 0 && pluralize(of('logs'), 'log record'),
  ]
  const told = parts.filter(part => part !== false)
  if (told.length === 0) return undefined
  return `${told.join(' and ')} came from pages that did not report how many they created: the page is still open, was closed too early, or has an older SDK.`
}
