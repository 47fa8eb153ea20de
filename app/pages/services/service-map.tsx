import { Link } from 'react-router'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { clipLine } from '../../format/clip.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { isBadErrorShare } from '../../insights/error-rates.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useSeriesClass } from '../../ui/links/service-name.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { servicePath } from '../../url/page-paths.ts'
import type { Scope } from '../../url/scope.ts'
import { callColumns } from './call-columns.tsx'
import { CallTree } from './call-tree.tsx'
import type { ComparedCall } from './compare-previous.server.ts'
import { describeTraceSample } from './describe-sample.ts'
import { sortByErrors } from './flatten-calls.ts'
import { formatNode } from './format-node.ts'
import { type MapNode, NODE_HEIGHT, NODE_WIDTH, type ServiceMapModel } from './map-model.ts'
import { ServiceNodeName } from './node-name.tsx'
import { OmittedCalls } from './omitted-calls.tsx'
import type { queryServiceMap } from './query-services.server.ts'
import { callTracesPath, nodeSpansPath } from './search-paths.ts'

interface ServiceMapProps {
  readonly map: Awaited<ReturnType<typeof queryServiceMap>>
  readonly scope: Scope
}

const NAME_CHARS = 22

/** The calls between services: a map with links to traces, and the same as a table; on narrow screens a tree. */
export function ServiceMap({ map: { map, calls, amplifiers, sample, total }, scope }: ServiceMapProps) {
  if (calls.length === 0) {
    return (
      <EmptyState title="No calls">
        <p>No traced service called another, a database or a queue in this time range.</p>
      </EmptyState>
    )
  }
  return (
    <>
      {amplifiers && <p className="notice warn-notice">{amplifiers}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="panel scrolls wide-only" tabIndex={0} aria-label="Service map">
        <MapPicture map={map} scope={scope} />
      </section>
      <CallTree calls={calls} scope={scope} />
      <p className="pager">
        <span>
          <span className="wide-only">Each arrow leads to its traces; the thicker it is, the more calls. </span>
          Red: at least 1 % of calls failed
          <span className="narrow-only">, or p95 is higher than before</span>.{' '}
          <span className="wide-only">
            Dashed: most of those because a call by the callee failed. Amber: p95, what callers waited, rose.{' '}
          </span>
          {describeTraceSample(sample)}
          <OmittedCalls listed={calls.length} total={total} isExact={sample.oneIn === 1} />
        </span>
      </p>
      <section className="section wide-only" aria-labelledby="calls">
        <h2 id="calls">Calls</h2>
        <CallTable calls={calls} scope={scope} />
      </section>
    </>
  )
}

function MapPicture({
  map: { width, height, nodes, edges },
  scope,
}: {
  readonly map: ServiceMapModel
  readonly scope: Scope
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links inside a picture has no element of its own
    <svg
      className="map"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      role="group"
      aria-label="Calls between services"
    >
      <defs>
        {['muted', 'bad', 'warn'].map(id => (
          <marker
            key={id}
            id={`${id}-arrow`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path className={id} d="M0,0L8,4L0,8Z" />
          </marker>
        ))}
      </defs>
      {edges.map(({ call, isSlower, d, thickness }) => {
        const fails = isBadErrorShare({ errors: call.failed, total: call.calls })
        const colour = fails ? 'bad' : isSlower ? 'warn' : 'muted'
        return (
          <Link key={`${d}`} to={callTracesPath(call, scope)} className="call" aria-label={describeCall(call)}>
            <title>{describeCall(call)}</title>
            <path
              d={d}
              className={colour}
              strokeWidth={thickness}
              strokeDasharray={fails && call.isPropagated ? '6 4' : undefined}
              markerEnd={`url(#${colour}-arrow)`}
            />
            <path d={d} className="target" />
          </Link>
        )
      })}
      {nodes.map(node => (
        <MapNodeBox key={`${node.kind} ${node.name}`} node={node} scope={scope} />
      ))}
    </svg>
  )
}

function MapNodeBox({ node, scope }: { readonly node: MapNode; readonly scope: Scope }) {
  const { kind, name, x, y, calls, failed, p95, change, isSlower, callers } = node
  const colour = useSeriesClass(name)
  const isService = kind === 'service'
  const text = name === '' ? 'unnamed service' : formatNode(node)
  const errors = failed === 0 ? '' : `, ${formatShare(failed, calls)} errors`
  const does = calls === 0 ? 'entry point' : `${formatAmount(calls)} calls${errors}`
  const waits =
    p95 === undefined ? '' : `p95 ${callers > 1 ? '≤ ' : ''}${formatDuration(p95)}${change && `, ${change}`}`
  const shown = clipLine(text, NAME_CHARS)
  // Starts with the visible text, as voice control requires.
  const label = `${shown} ${does} ${waits} (${shown === text ? kind : `${kind} ${text}`})`
  const box = (
    <>
      <rect className="box" x={x} y={y} width={NODE_WIDTH} height={NODE_HEIGHT} rx={isService ? 6 : NODE_HEIGHT / 2} />
      {isService && <rect className="swatch" x={x} y={y + 8} width="3" height={NODE_HEIGHT - 16} />}
      <text x={x + 14} y={y + 19}>
        {shown}
      </text>{' '}
      <text
        className={isBadErrorShare({ errors: failed, total: calls }) ? 'small bad' : 'small muted'}
        x={x + 14}
        y={y + 35}
      >
        {does}
      </text>{' '}
      <text className={isSlower ? 'small warn' : 'small muted'} x={x + 14} y={y + 49}>
        {waits}
      </text>
    </>
  )
  if (name === '') return <g>{box}</g>
  return (
    <Link
      to={isService ? servicePath(name, scope) : nodeSpansPath(node, scope)}
      className={isService ? colour : undefined}
      aria-label={label}
    >
      {box}
    </Link>
  )
}

function describeCall({ caller, callee, calls, perTrace, failed, origin, p95 }: ComparedCall): string {
  const errors = failed === 0 ? 'no errors' : `${formatShare(failed, calls)} errors from ${origin}`
  return `${formatNode(caller)} → ${formatNode(callee)}: ${pluralize(calls, 'call')}, ${formatAmount(perTrace)} per trace, ${errors}, p95 ${formatDuration(p95)}`
}

function CallTable({ calls, scope }: { readonly calls: readonly ComparedCall[]; readonly scope: Scope }) {
  return (
    <div className="panel scrolls">
      <DataTable
        className="fit wraps"
        caption="Calls, the highest share of errors first"
        columns={[
          { name: 'Caller', namesRow: true, cell: ({ caller }) => <ServiceNodeName node={caller} /> },
          { name: 'Callee', cell: ({ callee, hosts }) => <ServiceNodeName node={callee} hosts={hosts} /> },
          ...callColumns((call: ComparedCall) => call, scope),
          { name: 'Errors from', shown: 'wide', width: 'col-wide', look: 'muted', cell: ({ origin }) => origin },
        ]}
        rows={sortByErrors(calls)}
        keyOf={({ caller, callee }) => [caller, callee].map(({ kind, name }) => `${kind} ${name}`).join(' ')}
      />
    </div>
  )
}
