import { useMemo } from 'react'
import { Link } from 'react-router'
import type { SelfTimes } from '../../../trace/self-times.ts'
import { listServiceCalls, type ServiceCall } from '../../../trace/service-calls.ts'
import { type Totals, totalSpans } from '../../../trace/totals.ts'
import type { TraceTree } from '../../../trace/trace-tree.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatNs } from '../../format/duration.ts'
import { CallMap } from '../../parts/call-map/call-map.tsx'
import { layoutGraph, thicknessOf } from '../../parts/call-map/layout-graph.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { facetClause } from '../../url/search-links.ts'
import { type TraceView, writeTraceView } from '../../url/trace-view.ts'

/** More services make no map that one can read; all of them are in the table. */
const MAX_SERVICES = 60

interface TraceMapProps {
  readonly tree: TraceTree
  readonly selfTimes: SelfTimes
  readonly view: TraceView
  /** The address at which a span is open. */
  readonly addressOf: (span: number) => string
}

/** The services of a trace and the calls between them, as a map and as a table. */
export function TraceMap({ tree, selfTimes, view, addressOf }: TraceMapProps) {
  const services = useMemo(() => totalSpans(tree, selfTimes, 'service'), [tree, selfTimes])
  const calls = useMemo(() => listServiceCalls(tree), [tree])
  return (
    <>
      {services.length <= MAX_SERVICES && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className="panel scrolls wide-only" tabIndex={0} aria-label="Services of this trace">
          <ServicesPicture {...{ services, calls, view, addressOf }} />
        </section>
      )}
      <section className="section" aria-labelledby="calls">
        <h2 id="calls">Calls between services</h2>
        {calls.length === 0 ? (
          <p className="muted small">No service called another in this trace.</p>
        ) : (
          <CallTable calls={calls} addressOf={addressOf} />
        )}
        <p className="small muted">
          A call is a span whose parent is a span of another service. Self time is over all services: without the time
          in which a child runs.
        </p>
      </section>
    </>
  )
}

interface ServicesPictureProps extends Pick<TraceMapProps, 'view' | 'addressOf'> {
  readonly services: readonly Totals[]
  readonly calls: readonly ServiceCall[]
}

function ServicesPicture({ services, calls, view, addressOf }: ServicesPictureProps) {
  const layout = useMemo(() => {
    const at = new Map(services.map(({ service }, index) => [service, index]))
    const edges = calls.map(({ caller, callee }) => [at.get(caller) ?? 0, at.get(callee) ?? 0] as const)
    return layoutGraph({ size: services.length, edges })
  }, [services, calls])
  const maxCalls = Math.max(0, ...calls.map(({ count }) => count))
  return (
    <CallMap
      width={layout.width}
      height={layout.height}
      calls={calls.map((call, index) => ({
        d: layout.paths[index] ?? '',
        thickness: thicknessOf(call.count, maxCalls),
        colour: call.failed > 0 ? 'bad' : 'muted',
        to: addressOf(call.longest),
        label: describeCall(call),
      }))}
      nodes={services.map((of, index) => ({
        ...(layout.corners[index] ?? { x: 0, y: 0 }),
        kind: 'service',
        service: of.service,
        name: of.service === '' ? 'unnamed service' : of.service,
        does: `${pluralize(of.count, 'span')}${of.failed > 0 ? `, ${formatCount(of.failed)} failed` : ''}`,
        isFailing: of.failed > 0,
        waits: `self time ${formatNs(of.selfOverAll)}`,
        isSlower: false,
        to: spansPath(of.service, view),
      }))}
    />
  )
}

/** The waterfall, with the spans of a service marked. */
const spansPath = (service: string, view: TraceView) =>
  writeTraceView({ ...view, tab: undefined, search: facetClause('service', service, 'spans') })

/** `shop → prices: 6 calls, 1 failed, 30 ms, longest span` */
function describeCall({ caller, callee, count, failed, sum }: ServiceCall): string {
  const failures = failed > 0 ? `, ${formatCount(failed)} failed` : ''
  return `${caller} → ${callee}: ${pluralize(count, 'call')}${failures}, ${formatNs(sum)}; opens the longest`
}

function CallTable({ calls, addressOf }: Pick<ServicesPictureProps, 'calls' | 'addressOf'>) {
  return (
    <div className="panel scrolls">
      <DataTable
        className="fit wraps"
        caption="Calls between services"
        columns={[
          { name: 'Caller', namesRow: true, cell: ({ caller }) => <ServiceName name={caller} /> },
          { name: 'Callee', cell: ({ callee }) => <ServiceName name={callee} /> },
          { name: 'Calls', isNumber: true, cell: ({ count }) => formatCount(count) },
          {
            name: 'Failed',
            isNumber: true,
            cell: ({ failed }) => failed > 0 && <span className="bad">{formatCount(failed)}</span>,
          },
          {
            name: 'Time',
            isNumber: true,
            cell: ({ sum, longest }) => <Link to={addressOf(longest)}>{formatNs(sum)}</Link>,
          },
        ]}
        rows={calls}
        keyOf={({ caller, callee }) => `${caller}\0${callee}`}
      />
    </div>
  )
}
