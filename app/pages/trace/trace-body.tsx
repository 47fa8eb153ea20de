import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { SearchMistake } from '../../../search/search.ts'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import type { TraceLog } from '../../../store/traces/list-trace-logs.ts'
import { measureSelfTimes } from '../../../trace/self-times.ts'
import { countFlag, countSpans, type TraceTree } from '../../../trace/trace-tree.ts'
import { formatCount } from '../../format/count.ts'
import { groupByIndex, indexTree, openInTree } from '../../parts/waterfall/index-tree.ts'
import type { RowDetail } from '../../parts/waterfall/row-detail.ts'
import { useHydrated } from '../../ui/document/use-hydrated.ts'
import { parseSpanRef, readTraceView } from '../../url/trace-view.ts'
import { logsOfView } from './logs-of-view.ts'
import type { OpenSpan } from './query-span.server.ts'
import type { TraceLinksResult } from './span-links.tsx'
import { SpanPanel } from './span-panel.tsx'
import { TraceLogs } from './trace-logs.tsx'
import { TraceViews } from './trace-views.tsx'
import { useFullTree } from './use-full-tree.ts'
import { useRowDetails } from './use-row-details.ts'
import type { TypicalDurations } from './where-time-went.tsx'

interface TraceBodyData {
  readonly traceId: string
  readonly trace: Omit<Trace, 'spans'>
  /** How many spans the page was made of. */
  readonly readSpans: number
  /** The tree of these, as base64. */
  readonly skeleton: string
  readonly details: readonly (readonly [ref: string, detail: RowDetail])[]
  /** Those that the search finds; `undefined` without a search. */
  readonly matching: readonly string[] | undefined
  readonly mistakes: readonly SearchMistake[]
  /** The span that was open when the page was loaded. */
  readonly open: OpenSpan | undefined
  /** The span that was to be open, see {@link spanRef}. */
  readonly asked: string | undefined
  readonly openLinks: TraceLinksResult | Promise<TraceLinksResult>
  readonly exceptions: readonly ExceptionSummary[]
  /** The first frames of each exception, by its id. */
  readonly frames: ReadonlyMap<string, readonly string[]>
  readonly logs: readonly TraceLog[]
  /** True if there are more log records. */
  readonly areLogsCut: boolean
  readonly typical: TypicalDurations
}

/** The spans of a stored trace, with the details of one. */
export function TraceBody({ data }: { readonly data: TraceBodyData }) {
  const { traceId, trace, readSpans, skeleton, exceptions, frames, logs, mistakes, matching } = data
  const [params] = useSearchParams()
  const wanted = useMemo(() => readTraceView(params), [params])
  const loaded = useFullTree({ traceId, skeleton, isWhole: trace.totalSpans <= readSpans })
  const { tree } = loaded
  const index = useMemo(() => indexTree(tree), [tree])
  const { view, open } = useMemo(() => openInTree(index, wanted), [index, wanted])
  const matches = useMemo(
    () => matching && sorted(matching.flatMap(ref => index.find(parseSpanRef(ref)) ?? [])),
    [matching, index],
  )
  const thrown = useMemo(() => groupByIndex(exceptions, index), [exceptions, index])
  const { details, onDrawn } = useRowDetails({ traceId, tree, index, sent: data.details })
  const isWhole = trace.totalSpans <= countSpans(tree)
  const needsSelfTimes = view.tab !== undefined || view.span !== undefined
  const selfTimes = useMemo(() => (needsSelfTimes ? measureSelfTimes(tree) : undefined), [tree, needsSelfTimes])
  const isAbsent = open === undefined && data.open === undefined && wanted.span === data.asked
  const isOpen = view.span !== undefined && (open !== undefined || isAbsent || !loaded.isAwaited)
  return (
    <div className={isOpen ? 'trace-body with-details' : 'trace-body'}>
      <TraceViews
        {...{ tree, index, isWhole, view, open, details, selfTimes, onDrawn }}
        services={trace.services}
        typical={data.typical}
        exceptions={thrown}
        search={{ mistakes, matches, found: matching?.length }}
        note={<PartNote trace={trace} tree={tree} loaded={loaded} />}
        logs={
          <TraceLogs
            traceId={traceId}
            logs={logsOfView(logs, tree, index, view)}
            startNs={trace.startNs}
            isCut={data.areLogsCut}
          />
        }
      />
      {isOpen && view.span !== undefined && (
        <SpanPanel
          key={view.span}
          {...{ traceId, trace, tree, index, exceptions, frames, logs, view, isWhole, isAbsent }}
          spanRef={view.span}
          selfTimes={isWhole ? selfTimes : undefined}
          loaded={data.open}
          loadedLinks={data.openLinks}
        />
      )}
      {view.span !== undefined && !isOpen && (
        <p className="notice" role="status">
          Loading span <code>{parseSpanRef(view.span).spanId}</code>…
        </p>
      )}
    </div>
  )
}

const sorted = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b)

interface PartNoteProps {
  readonly trace: Pick<Trace, 'totalSpans' | 'failedSpans'>
  readonly tree: TraceTree
  readonly loaded: ReturnType<typeof useFullTree>
}

/** Says how many spans of a large trace are shown, and which. */
function PartNote({
  trace: { totalSpans, failedSpans },
  tree,
  loaded: { isLoading, hasFailed, again },
}: PartNoteProps) {
  const hydrated = useHydrated()
  const spans = countSpans(tree)
  if (totalSpans <= spans) return null
  return (
    <p className="notice" role="status">
      Showing {formatCount(spans)} of {formatCount(totalSpans)} spans
      {failedSpans > 0 && ` (${formatCount(countFlag(tree, 'failed'))} of ${formatCount(failedSpans)} failed)`}: the
      selected one, failed ones with their ancestors, and those nearest the root. Rows show how many descendants are
      omitted.
      {hasFailed && (
        <>
          {' '}
          The others could not be loaded.{' '}
          <button type="button" onClick={again}>
            Try again
          </button>
        </>
      )}
      {hydrated && isLoading && ' Loading all…'}
    </p>
  )
}
