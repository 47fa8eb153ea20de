import { Link } from 'react-router'
import { formatCount } from '../../format/count.ts'

interface SpanStepsProps {
  /** Says what the spans have in common, as in "2 of 3 failed" and "Next failed span". */
  readonly kind: 'failed' | 'matching'
  /** In the order of the tree. */
  readonly spans: readonly number[]
  /** The open span. */
  readonly open: number | undefined
  /** The address at which a span is open. */
  readonly addressOf: (span: number) => string
}

/** Links from one such span of a trace to the next: to the first if another span or none is open. */
export function SpanSteps({ kind, spans, open, addressOf }: SpanStepsProps) {
  const place = open === undefined ? -1 : spans.indexOf(open)
  const isOne = place >= 0
  const step = (to: number, label: string, sign: string, failedKey: string) => {
    const span = spans[to]
    const keys = kind === 'failed' ? failedKey : undefined
    return <SpanStep to={span === undefined ? undefined : addressOf(span)} label={label} sign={sign} keys={keys} />
  }
  return (
    <nav
      className={kind === 'failed' ? 'copyable bad' : 'copyable'}
      aria-label={`${kind === 'failed' ? 'Failed' : 'Matching'} spans`}
    >
      {step(isOne ? place - 1 : -1, `Previous ${kind} span`, '‹', 'Shift+F')}
      {isOne
        ? `${formatCount(place + 1)} of ${formatCount(spans.length)} ${kind}`
        : `${formatCount(spans.length)} ${kind}`}
      {step(isOne ? place + 1 : 0, isOne ? `Next ${kind} span` : `First ${kind} span`, '›', 'f')}
    </nav>
  )
}

interface SpanStepProps {
  /** `undefined` if there is none. */
  readonly to: string | undefined
  readonly label: string
  readonly sign: string
  readonly keys?: string | undefined
}

/** A link to a span, and to its row. */
export function SpanStep({ to, label, sign, keys }: SpanStepProps) {
  if (to === undefined) {
    return (
      <button type="button" disabled className="copy" aria-label={label}>
        {sign}
      </button>
    )
  }
  return (
    <Link className="button copy" to={to} preventScrollReset title={label} aria-keyshortcuts={keys}>
      <span aria-hidden="true">{sign}</span>
      <span className="visually-hidden">{label}</span>
    </Link>
  )
}
