import { exceptionsPath } from './exception-filters.ts'

/** Where an issue leads: to its exceptions, all that are kept. */
export function issuePath(issue: string): string {
  return exceptionsPath({ issue, last: '90d' })
}
