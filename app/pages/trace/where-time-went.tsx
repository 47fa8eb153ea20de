import { useMemo } from 'react'
import { Link } from 'react-router'
import type { TypicalDuration } from '../../../store/spans/list-typical-durations.ts'
import type { PathSection } from '../../../trace/critical-path.ts'
import type { TraceTree } from '../../../trace/trace-tree.ts'
import type { WaitedFor } from '../../../trace/where-time-went.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration, formatNs } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { findWaitedParts, isAlone, MIN_WAITED_SHARE } from './find-waited-parts.ts'

type Typicals = QueryResult<readonly TypicalDuration[]> | undefined
export type TypicalDurations = Typicals | Promise<Typicals>

interface WhereTimeWentProps {
  readonly tree: TraceTree
  readonly path: readonly PathSection[]
  /** The usual durations of the named operations. @default unknown */
  readonly typical?: TypicalDurations | undefined
  /** The address at which a span is open. */
  readonly addressOf: (span: number) => string
}

/**
 * The first line of a trace: what it waited for, by its critical path. `11.2 s: 10.9 s in acquire connection of inventory, 210 ms in 6 × GET
 * /prices of shop (5 failed)`. Each part leads to the span that took longest.
 */
export function WhereTimeWent({ tree, path, typical, addressOf }: WhereTimeWentProps) {
  const { total, parts } = useMemo(() => findWaitedParts(tree, path), [tree, path])
  if (parts.length === 0) return null
  return (
    <p className="notice break where-time-went">
      <b>{formatNs(total)}</b>:{' '}
      {parts.map((part, i) => (
        <span key={part.longest}>
          {i > 0 && ', '}
          {formatNs(part.time)} in <Link to={addressOf(part.longest)}>{describePart(part)}</Link>
          {part.failed > 0 && <span className="bad"> ({describeFailed(part)})</span>}
          {isAlone(part) && (
            <DeferredValue result={typical} fallback={NOTHING}>
              {known => <Typical part={part} known={known} />}
            </DeferredValue>
          )}
        </span>
      ))}
      {describeRest(total, parts)}
    </p>
  )
}

const NOTHING = <></>

/** Fewer spans do not tell what is usual. */
const MIN_SPANS = 20

/** `(typical 18.0 ms)`, of several spans that of each. */
function Typical({ part, known }: { readonly part: WaitedFor; readonly known: readonly TypicalDuration[] }) {
  const found = known.find(({ service, name }) => service === part.service && name === part.name)
  if (found === undefined || found.spans < MIN_SPANS) return null
  return (
    <span className="muted">
      {' '}
      (typical {formatDuration(found.medianNs)}
      {part.count > 1 && ' each'})
    </span>
  )
}

/** `6 × GET /prices of shop` */
function describePart({ name, service, count }: WaitedFor): string {
  const what = `${clipLine(spanName(name), 80)} of ${clipLine(service, 40)}`
  return count > 1 ? `${formatCount(count)} × ${what}` : what
}

const describeFailed = ({ count, failed }: WaitedFor) => (count === 1 ? 'failed' : `${formatCount(failed)} failed`)

function describeRest(total: number, parts: readonly WaitedFor[]): string {
  const rest = total - parts.reduce((sum, { time }) => sum + time, 0)
  return rest >= total * MIN_WAITED_SHARE ? `, ${formatNs(rest)} elsewhere` : ''
}
