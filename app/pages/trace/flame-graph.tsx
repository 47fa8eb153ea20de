import { useMemo } from 'react'
import { Link } from 'react-router'
import { type Flame, mergeFlames } from '../../../trace/flame-graph.ts'
import type { SelfTimes } from '../../../trace/self-times.ts'
import type { TraceTree } from '../../../trace/trace-tree.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatNs } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { KEEP_SCROLL_POSITION } from '../../parts/waterfall/waterfall-row.tsx'
import { useSeriesClasses } from '../../ui/links/service-name.tsx'

const ROW = 22
/** Narrower ones are not drawn: about a pixel. */
const MIN_SHARE = 0.001
/** The widest are drawn. */
const MAX_FLAMES = 600
/** Narrower ones have no name. */
const MIN_NAMED_SHARE = 0.03

interface FlameGraphProps {
  readonly tree: TraceTree
  readonly selfTimes: SelfTimes
  /** The address at which a span is open. */
  readonly addressOf: (span: number) => string
}

/** The work of a trace by operation: each below those that called it, as wide as its work and that below it. */
export function FlameGraph({ tree, selfTimes, addressOf }: FlameGraphProps) {
  const flames = useMemo(() => mergeFlames(tree, selfTimes.overAll), [tree, selfTimes])
  const classOf = useSeriesClasses()
  const total = flames.reduce((sum, { self }) => sum + self, 0)
  const drawn = chooseFlames(flames, total)
  const depth = drawn.reduce((most, flame) => Math.max(most, flame.depth), 0)
  const share = (value: number) => Math.round((value / total) * 100_000) / 1_000
  if (total === 0) return <p className="notice">No span of this trace took any time.</p>
  return (
    <div>
      <svg className="panel flames" width="100%" height={(depth + 1) * ROW} aria-labelledby="flames">
        <title id="flames">Flame graph</title>
        {drawn.map(flame => {
          const { service, name, from, value, longest, failed } = flame
          const text = spanName(name) || 'other operations'
          return (
            <svg
              key={`${flame.depth} ${from} ${service} ${name}`}
              className={`flame ${classOf(service)}${failed > 0 ? ' failed' : ''}`}
              x={`${share(from)}%`}
              y={flame.depth * ROW}
              width={`${share(value)}%`}
              height={ROW}
            >
              <title>{describe(flame)}</title>
              <Link to={addressOf(longest)} {...KEEP_SCROLL_POSITION} aria-label={describe(flame)}>
                <rect width="100%" height={ROW - 1} />
                {value >= total * MIN_NAMED_SHARE && (
                  <text x="4" y={ROW - 7}>
                    {clipLine(text, 80)}
                  </text>
                )}
              </Link>
            </svg>
          )
        })}
      </svg>
      <p className="small muted">
        As wide as the work: self times over all services, of what ran at the same time all. A flame leads to its
        longest span.
        {drawn.length < flames.length && ` ${pluralize(flames.length - drawn.length, 'flame')} too narrow to draw.`}
      </p>
    </div>
  )
}

/** `GET /prices of shop: 6 spans, 1 failed, 30 ms, self 12 ms` */
function describe({ name, service, count, failed, value, self }: Flame): string {
  const parts = [pluralize(count, 'span'), failed > 0 && `${formatCount(failed)} failed`, formatNs(value)]
  return `${clipLine(spanName(name) || 'other operations', 80)} of ${service}: ${parts.filter(Boolean).join(', ')}, self ${formatNs(self)}`
}

/** Those that are wide enough; of too many the widest, so that none is drawn without the one above it. */
function chooseFlames(flames: readonly Flame[], total: number): readonly Flame[] {
  const wide = flames.filter(({ value }) => value >= total * MIN_SHARE)
  if (wide.length <= MAX_FLAMES) return wide
  const least = wide.toSorted((a, b) => b.value - a.value)[MAX_FLAMES]?.value ?? 0
  return wide.filter(({ value }) => value > least)
}
