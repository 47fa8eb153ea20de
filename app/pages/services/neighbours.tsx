import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { Scope } from '../../url/scope.ts'
import { callColumns } from './call-columns.tsx'
import type { ComparedCall } from './compare-previous.server.ts'
import { describeTraceSample } from './describe-sample.ts'
import { ServiceNodeName } from './node-name.tsx'
import { OmittedCalls } from './omitted-calls.tsx'
import type { queryServiceNeighbours } from './query-services.server.ts'

interface NeighboursProps {
  readonly neighbours: Awaited<ReturnType<typeof queryServiceNeighbours>>
  readonly scope: Scope
}

/** The callers and callees of a service: services, databases, queues and other hosts. */
export function ServiceNeighbours({
  neighbours: { callers, callees, amplifiers, sample, listed, total },
  scope,
}: NeighboursProps) {
  return (
    <section className="section" aria-label="Callers and callees">
      {amplifiers && <p className="notice warn-notice">{amplifiers}</p>}
      <div className="side-by-side of-tables">
        <CallTable
          title="Callers"
          none="No traced service calls this one."
          calls={callers}
          end="caller"
          scope={scope}
        />
        <CallTable
          title="Callees"
          none="This service calls no service, database or queue."
          calls={callees}
          end="callee"
          scope={scope}
        />
      </div>
      <p className="pager">
        p95: what the caller waited. {describeTraceSample(sample)}
        <OmittedCalls listed={listed} total={total} isExact={sample.oneIn === 1} />
      </p>
    </section>
  )
}

interface CallTableProps {
  readonly title: string
  readonly none: string
  readonly calls: readonly ComparedCall[]
  /** Which end of the calls is listed. */
  readonly end: 'caller' | 'callee'
  readonly scope: Scope
}

function CallTable({ title, none, calls, end, scope }: CallTableProps) {
  return (
    <div>
      <h2>{title}</h2>
      {calls.length === 0 ? (
        <EmptyState title={`No ${title.toLowerCase()}`} level={3}>
          <p>{none}</p>
        </EmptyState>
      ) : (
        <div className="panel scrolls">
          <DataTable
            className="fit"
            caption={title}
            columns={[
              {
                name: 'Name',
                namesRow: true,
                cell: call => <ServiceNodeName node={call[end]} hosts={call.hosts} />,
              },
              ...callColumns((call: ComparedCall) => call, scope),
            ]}
            rows={calls}
            keyOf={call => `${call[end].kind} ${call[end].name}`}
          />
        </div>
      )}
    </div>
  )
}
