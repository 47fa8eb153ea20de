import { Link } from 'react-router'
import { formatApproximate, pluralize } from '../../format/count.ts'
import { compareCounts } from '../../insights/change.ts'
import { writeChange } from '../../insights/write-change.ts'
import type { ChartColour } from '../charts/chart-model.ts'

/** The number of rows of the whole list and, on request, of the previous period. */
export interface ComparedTotal {
  readonly total: number
  /** False if it is an estimate. */
  readonly isExact: boolean
  /** In the previous period; `undefined` if it was not requested, or there is none. */
  readonly before: number | undefined
}

/** The number of rows on all pages: `1,234 traces, up 12 % from 1,100`. @param one such as `trace` */
export function ListTotal({ compared, one }: { readonly compared: ComparedTotal; readonly one: string }) {
  const { total, isExact, before } = compared
  return (
    <span className="list-total">
      {isExact ? pluralize(total, one) : `${formatApproximate(total)} ${one}s`}
      {before !== undefined &&
        `, ${writeChange(compareCounts({ now: total, before }))}${before > 0 ? ` from ${formatApproximate(before)}` : ''}`}
    </span>
  )
}

interface Part {
  readonly text: string
  readonly to?: string | undefined
}

export interface FailureReasonsText {
  /** `142 of 1,509 traces failed`, with the list of these. */
  readonly lead: Part
  /** With the scope; in the colours of a chart if they are its series. */
  readonly reasons: readonly (Part & { readonly colour?: ChartColour })[]
}

/** Says what failed in a whole list, by issue; on narrow screens the first of them, unless they are the legend of a chart. */
export function FailureReasons({ reasons }: { readonly reasons: FailureReasonsText | undefined }) {
  return (
    reasons && (
      <p className="notice bad-notice">
        <TextOrLink {...reasons.lead} />
        {': '}
        {reasons.reasons.map(({ text, to, colour }, index) => (
          <span key={to ?? text} className={index > 0 && colour === undefined ? 'wide-only' : undefined}>
            {index > 0 && ', '}
            <br className="narrow-only" />
            <span className={colour && `key of-bars ${colour}`}>
              <TextOrLink text={text} to={to} />
            </span>
          </span>
        ))}
      </p>
    )
  )
}

const TextOrLink = ({ text, to }: Part) => (to === undefined ? text : <Link to={to}>{text}</Link>)
