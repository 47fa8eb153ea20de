import { formatAmount, formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { isBadErrorShare } from '../../insights/error-rates.ts'
import { CallMap, type CallMapNode } from '../../parts/call-map/call-map.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { servicePath } from '../../url/page-paths.ts'
import type { Scope } from '../../url/scope.ts'
import { callColumns } from './call-columns.tsx'
import { CallTree } from './call-tree.tsx'
import type { ComparedCall } from './compare-previous.server.ts'
import { describeTraceSample } from './describe-sample.ts'
import { sortByErrors } from './flatten-calls.ts'
import { formatNode } from './format-node.ts'
import type { MapNode, ServiceMapModel } from './map-model.ts'
import { ServiceNodeName } from './node-name.tsx'
import { OmittedCalls } from './omitted-calls.tsx'
import type { queryServiceMap } from './query-services.server.ts'
import { callTracesPath, nodeSpansPath } from './search-paths.ts'

interface ServiceMapProps {
  readonly map: Awaited<ReturnType<typeof queryServiceMap>>
  readonly scope: Scope
}

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
    <CallMap
      {...{ width, height }}
      calls={edges.map(({ call, isSlower, d, thickness }) => {
        const fails = isBadErrorShare({ errors: call.failed, total: call.calls })
        return {
          d,
          thickness,
          colour: fails ? 'bad' : isSlower ? 'warn' : 'muted',
          isDashed: fails && call.isPropagated,
          to: callTracesPath(call, scope),
          label: describeCall(call),
        }
      })}
      nodes={nodes.map(node => nodeOf(node, scope))}
    />
  )
}

function nodeOf(node: MapNode, scope: Scope): CallMapNode {
  const { kind, name, x, y, calls, failed, p95, change, isSlower, callers } = node
  const isService = kind === 'service'
  const errors = failed === 0 ? '' : `, ${formatShare(failed, calls)} errors`
  const waits =
    p95 === undefined ? '' : `p95 ${callers > 1 ? '≤ ' : ''}${formatDuration(p95)}${change && `, ${change}`}`
  return {
    ...{ x, y, kind, waits, isSlower },
    service: isService ? name : undefined,
    name: name === '' ? 'unnamed service' : formatNode(node),
    does: calls === 0 ? 'entry point' : `${formatAmount(calls)} calls${errors}`,
    isFailing: isBadErrorShare({ errors: failed, total: calls }),
    to: name === '' ? undefined : isService ? servicePath(name, scope) : nodeSpansPath(node, scope),
  }
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
