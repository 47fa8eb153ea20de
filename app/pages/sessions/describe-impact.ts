import type { Session } from '../../../store/sessions/list-sessions.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import type { IssueOutlook } from '../../parts/session-events/describe-issues.server.ts'

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

/** What a user met: `Met 1 exception, in 1 of 2 sessions. Went on to /search 4.88 s later. Its issue was not seen in 2.4.2.` */
export function describeImpact({ sessions, isWhole, outcome, outlook }: ImpactQuery): string {
  if (sessions.length === 0) return ''
  const failed = sessions.filter(hasFailed).length
  const all = `${isWhole ? '' : 'these '}${pluralize(sessions.length, 'session')}`
  if (failed === 0) return `No failures in ${all}.`
  const [exceptions, failedPages] = [sum(sessions, of => of.exceptions), sum(sessions, of => of.failedPages)]
  const met = exceptions > 0 ? pluralize(exceptions, 'exception') : pluralize(failedPages, 'failed page')
  const place = isWhole && sessions.length === 1 ? 'the only session' : `${formatCount(failed)} of ${all}`
  const last = exceptions > 1 ? 'After the last one: ' : ''
  const after = outcome === '' ? '' : ` ${`${last}${outcome}`.replace(/^./, letter => letter.toUpperCase())}.`
  return `Met ${met}, in ${place}.${after}${outlook === undefined ? '' : ` Its issue was ${outlook.text}.`}`
}

const sum = (all: ImpactQuery['sessions'], count: (of: ImpactQuery['sessions'][number]) => number) =>
  all.reduce((total, of) => total + count(of), 0)
