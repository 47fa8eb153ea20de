import { Link } from 'react-router'
import type { PathSection } from '../../../trace/critical-path.ts'
import type { TraceTree } from '../../../trace/trace-tree.ts'
import { addUpPath, type WaitedFor } from '../../../trace/where-time-went.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount } from '../../format/count.ts'
import { formatNs } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'

/** What is said of a trace; the rest is in its table. */
const MAX_PARTS = 3
/** Less of the path is not worth a word. */
const MIN_SHARE = 0.05

interface WhereTimeWentProps {
  readonly tree: TraceTree
  readonly path: readonly PathSection[]
  /** The address at which a span is open. */
  readonly addressOf: (span: number) => string
}

/**
 * The first line of a trace: what it waited for, by its critical path. `11.2 s: 10.9 s in acquire connection of inventory, 210 ms in 6 × GET
 * /prices of shop (5 failed)`. Each part leads to the span that took longest.
 */
export function WhereTimeWent({ tree, path, addressOf }: WhereTimeWentProps) {
  const waited = addUpPath(tree, path)
  const total = waited.reduce((sum, { time }) => sum + time, 0)
  const parts = waited.slice(0, MAX_PARTS).filter(({ time }) => time >= total * MIN_SHARE)
  // Of a span alone, its row says as much.
  if (waited.length < 2 || total === 0) return null
  return (
    <p className="notice break where-time-went">
      <b>{formatNs(total)}</b>:{' '}
      {parts.map((part, i) => (
        <span key={part.longest}>
          {i > 0 && ', '}
          {formatNs(part.time)} in <Link to={addressOf(part.longest)}>{describePart(part)}</Link>
          {part.failed > 0 && <span className="bad"> ({describeFailed(part)})</span>}
        </span>
      ))}
      {describeRest(total, parts)}
    </p>
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
  return rest >= total * MIN_SHARE ? `, ${formatNs(rest)} elsewhere` : ''
}
