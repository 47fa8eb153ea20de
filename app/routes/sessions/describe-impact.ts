import type { Session } from '../../../store/sessions/list-sessions.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import type { IssueOutlook } from './describe-issues.server.ts'

export const hasFailed = ({ exceptions, failedPages }: Pick<Session, 'exceptions' | 'failedPages'>) =>
  exceptions + failedPages > 0

interface ImpactQuery {
  readonly sessions: readonly Pick<Session, 'exceptions' | 'failedPages'>[]
  /** Whether these are all. */
  readonly isWhole: boolean
  /** How the user went on after the last exception; '' if unknown. */
  readonly outcome: string
  /** What became of its issue. */
  readonly outlook: IssueOutlook | undefined
}

/** What a user met: `1 of 2 sessions had failures. After the last one: went on to /search 4.88 s later; its issue is not in 2.4.2.` */
export function describeImpact({ sessions, isWhole, outcome, outlook }: ImpactQuery): string {
  if (sessions.length === 0) return ''
  const failed = sessions.filter(hasFailed).length
  const all = `${isWhole ? '' : 'these '}${pluralize(sessions.length, 'session')}`
  if (failed === 0) return `No failures in ${all}.`
  const after = [
    ...(outcome === '' ? [] : [outcome]),
    ...(outlook === undefined ? [] : [`its issue is ${outlook.text}`]),
  ]
  const some = isWhole && sessions.length === 1 ? 'The only session' : `${formatCount(failed)} of ${all}`
  return `${some} had failures.${after.length > 0 ? ` After the last one: ${after.join('; ')}.` : ''}`
}
