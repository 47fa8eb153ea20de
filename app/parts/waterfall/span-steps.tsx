import { Link } from 'react-router'
import { formatCount } from '../../format/count.ts'
import { spanAddress, type TraceView } from '../../url/trace-view.ts'

interface SpanStepsProps {
  /** Says what the spans have in common, as in "2 of 3 failed" and "Next failed span". */
  readonly kind: 'failed' | 'matching'
  /** See {@link spanRef}; in order. */
  readonly ids: readonly string[]
  /** Those that are hidden because an ancestor is folded. */
  readonly folded: ReadonlySet<string>
  readonly view: TraceView
}

/** Links from one such span of a trace to the next: to the first if another span or none is open. */
export function SpanSteps({ kind, ids, folded, view }: SpanStepsProps) {
  const at = ids.indexOf(view.span ?? '')
  const step = (to: number, label: string, sign: string) => {
    const span = ids[to]
    const unfolded = span && folded.has(span) ? { ...view, folded: new Set<string>() } : view
    return <SpanStep span={span} view={unfolded} label={label} sign={sign} />
  }
  return (
    <nav
      className={kind === 'failed' ? 'copyable bad' : 'copyable'}
      aria-label={`${kind === 'failed' ? 'Failed' : 'Matching'} spans`}
    >
      {step(at - 1, `Previous ${kind} span`, '‹')}
      {at < 0 ? `${formatCount(ids.length)} ${kind}` : `${formatCount(at + 1)} of ${formatCount(ids.length)} ${kind}`}
      {step(at + 1, at < 0 ? `First ${kind} span` : `Next ${kind} span`, '›')}
    </nav>
  )
}

interface SpanStepProps {
  /** See {@link spanRef}; `undefined` if there is none. */
  readonly span: string | undefined
  readonly view: TraceView
  readonly label: string
  readonly sign: string
}

/** A link to a span, and to its row. */
export function SpanStep({ span, view, label, sign }: SpanStepProps) {
  if (span === undefined) {
    return (
      <button type="button" disabled className="copy" aria-label={label}>
        {sign}
      </button>
    )
  }
  return (
    <Link className="button copy" to={spanAddress(view, span)} preventScrollReset title={label}>
      <span aria-hidden="true">{sign}</span>
      <span className="visually-hidden">{label}</span>
    </Link>
  )
}
