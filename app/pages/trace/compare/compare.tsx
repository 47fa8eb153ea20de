import { data, Form } from 'react-router'
import { parseTraceId, type TraceId } from '../../../../store/units.ts'
import { query } from '../../../data/query.ts'
import { DistinctColours } from '../../../ui/links/service-name.tsx'
import { notFound } from '../../../url/not-found.ts'
import { COMPARED_PARAM } from '../../../url/trace-view.ts'
import type { Route } from './+types/compare.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { listSimilarTraces, queryComparison } from './query-comparison.server.ts'
import { SimilarTraces } from './similar-traces.tsx'

/**
 * Compares the two traces of `?trace=…&trace=…`, ids or addresses of their pages. With one of them it lists what that can be compared with.
 * Answers 400 for what is no trace id and for more than two, and 404 for a trace that is not stored.
 */
export async function loader(args: Route.LoaderArgs) {
  const nowMs = Date.now()
  const typed = args.url.searchParams
    .getAll(COMPARED_PARAM)
    .map(text => text.trim())
    .filter(Boolean)
  const mistake = findMistake(typed)
  const page = { nowMs, typed, mistake, comparison: undefined, similar: undefined }
  if (mistake !== undefined) return data(page, { status: 400 })
  const traceIds = typed.flatMap(text => readTraceId(text) ?? [])
  const { found, comparison } = await query(args, queryComparison, { traceIds })
  const missing = traceIds.find(id => !found.some(({ traceId }) => traceId === id))
  if (missing !== undefined) throw notFound(`Trace ${missing} is not stored. It may have expired, or was never sent.`)
  const [trace] = found
  if (comparison !== undefined || trace === undefined) return { ...page, comparison }
  return { ...page, similar: { trace, traces: await query(args, listSimilarTraces, trace) } }
}

/** An id, or the address of a trace's page. */
function readTraceId(text: string): TraceId | undefined {
  const [, id = text] = /\/traces\/([0-9a-f]{32})\b/i.exec(text) ?? []
  return parseTraceId(id)
}

function findMistake(typed: readonly string[]): string | undefined {
  const wrong = typed.find(text => readTraceId(text) === undefined)
  if (wrong !== undefined)
    return `“${wrong.slice(0, 80)}” is no trace: expected an ID of 32 hexadecimal digits, or the address of a trace.`
  if (typed.length > 2) return `Two traces can be compared, not ${typed.length}.`
  return typed.length === 2 && readTraceId(typed[0] ?? '') === readTraceId(typed[1] ?? '')
    ? 'These are one trace: choose another one to compare it with.'
    : undefined
}

export default function ComparePage({ loaderData }: Route.ComponentProps) {
  const { nowMs, typed, mistake, comparison, similar } = loaderData
  return (
    <>
      <title>Compare traces · Errata</title>
      <div className="page-head fixed-time fixed-scope">
        <h1>Compare traces</h1>
      </div>
      {mistake !== undefined && <p role="alert">{mistake}</p>}
      {comparison === undefined ? (
        <TraceForm typed={typed} />
      ) : (
        <DistinctColours of={comparison.operations}>
          <ComparisonTable {...comparison} nowMs={nowMs} />
        </DistinctColours>
      )}
      {similar && <SimilarTraces trace={similar.trace} similar={similar.traces} nowMs={nowMs} />}
    </>
  )
}

function TraceForm({ typed: [first = '', second = ''] }: { readonly typed: readonly string[] }) {
  return (
    <Form method="get" className="button-row">
      {[first, second].map((value, index) => (
        <input
          key={index === 0 ? 'first' : 'second'}
          name={COMPARED_PARAM}
          defaultValue={value}
          aria-label={index === 0 ? 'First trace' : 'Second trace'}
          placeholder="Trace ID or address"
          autoComplete="off"
          spellCheck={false}
          className="mono trace-id"
        />
      ))}
      <button type="submit">Compare</button>
    </Form>
  )
}
