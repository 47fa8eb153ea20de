import { Link } from 'react-router'
import { formatCount } from '../../format/count.ts'
import { OPEN_SPAN, type TraceView, writeTraceView } from '../../url/trace-view.ts'

interface FailedSpansProps {
  /** Ids of the spans that failed or in which an exception was recorded, in the order of the tree. */
  readonly failing: readonly string[]
  /** Of these, those whose row is folded away. */
  readonly folded: ReadonlySet<string>
  readonly view: TraceView
}

/** Leads from one failing span of a trace to the next, by links: the first where another span is open, or none. */
export function FailedSpans({ failing, folded, view }: FailedSpansProps) {
  if (failing.length === 0) return null
  const at = failing.indexOf(view.span ?? '')
  const step = (to: number, label: string, sign: string) => {
    const span = failing[to]
    if (span === undefined) {
      return (
        <span className="button" aria-hidden="true">
          {sign}
        </span>
      )
    }
    // One that is folded away is to be seen: so nothing is.
    const unfolded = folded.has(span) ? { ...view, folded: new Set<string>() } : view
    return (
      <Link className="button" to={writeTraceView({ ...unfolded, span }) + OPEN_SPAN} preventScrollReset title={label}>
        <span aria-hidden="true">{sign}</span>
        <span className="visually-hidden">{label}</span>
      </Link>
    )
  }
  return (
    <nav className="failed-spans" aria-label="Failed spans">
      {step(at - 1, 'Previous failed span', '‹')}
      {at < 0
        ? `${formatCount(failing.length)} failed`
        : `${formatCount(at + 1)} of ${formatCount(failing.length)} failed`}
      {step(at + 1, at < 0 ? 'First failed span' : 'Next failed span', '›')}
    </nav>
  )
}
