import { type ChangeEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { buildTree } from '../../../trace/build-tree.ts'
import { type FileSpan, readTraceFile, TraceFileError } from '../../../trace/read-trace-file.ts'
import { measureSelfTimes } from '../../../trace/self-times.ts'
import { at, operationOf } from '../../../trace/trace-tree.ts'
import { clipLine } from '../../format/clip.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration, formatNs } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { formatTimestamp, isoTimestamp } from '../../format/time.ts'
import { indexTree, openInTree } from '../../parts/waterfall/index-tree.ts'
import { DistinctColours } from '../../ui/links/service-name.tsx'
import { Attributes } from '../../ui/values/attributes.tsx'
import { readTraceView, type TraceView } from '../../url/trace-view.ts'
import { SpanAside } from './span-aside.tsx'
import { SpanEvents } from './span-events.tsx'
import { TraceViews } from './trace-views.tsx'

type Traces = ReadonlyMap<string, readonly FileSpan[]>

/** A trace from a file: read in the browser, neither sent nor stored. */
export default function OpenFilePage() {
  const [traces, setTraces] = useState<Traces>()
  const [mistake, setMistake] = useState('')
  const [chosen, setChosen] = useState<string>()
  const onChange = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file === undefined) return
    const read = await readFile(file)
    setTraces(read.traces)
    setMistake(read.mistake)
    setChosen(read.traces?.keys().next().value)
  }
  const spans = chosen === undefined ? undefined : traces?.get(chosen)
  return (
    <>
      <title>Open a trace file · Errata</title>
      <div className="page-head fixed-time fixed-scope">
        <h1>Open a trace file</h1>
      </div>
      <p>OTLP JSON, or a JSON download of Jaeger. The file is read in this browser; it is neither sent nor stored.</p>
      <noscript>
        <p className="notice">This page needs scripts.</p>
      </noscript>
      <p className="button-row">
        <input
          type="file"
          accept=".json,.jsonl,.ndjson,.txt,application/json"
          aria-label="Trace file"
          onChange={onChange}
        />
        {traces !== undefined && traces.size > 1 && (
          <select aria-label="Trace" value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {[...traces].map(([traceId, of]) => (
              <option key={traceId} value={traceId}>
                {traceId} ({pluralize(of.length, 'span')})
              </option>
            ))}
          </select>
        )}
      </p>
      {mistake !== '' && <p role="alert">{mistake}</p>}
      {spans !== undefined && <FileTrace key={chosen} spans={spans} />}
    </>
  )
}

async function readFile(file: File): Promise<{ readonly traces?: Traces; readonly mistake: string }> {
  try {
    return { traces: readTraceFile(await file.text()), mistake: '' }
  } catch (error) {
    if (error instanceof TraceFileError) return { mistake: error.message }
    // It was moved since it was chosen, or is larger than a text may be.
    if (error instanceof DOMException) return { mistake: 'The file could not be read.' }
    throw error
  }
}

function FileTrace({ spans }: { readonly spans: readonly FileSpan[] }) {
  const [params] = useSearchParams()
  const tree = useMemo(
    () =>
      buildTree(spans.map(span => ({ ...span, hasException: span.events.some(({ name }) => name === 'exception') }))),
    [spans],
  )
  const index = useMemo(() => indexTree(tree), [tree])
  const selfTimes = useMemo(() => measureSelfTimes(tree), [tree])
  const wanted = useMemo(() => readTraceView(params), [params])
  const { view, open } = useMemo(() => openInTree(index, wanted), [index, wanted])
  const services = useMemo(
    () => [...new Set(spans.map(({ service }) => service))].sort().map(service => ({ service })),
    [spans],
  )
  const { spanId, service } =
    open === undefined ? NO_SPAN : { spanId: tree.spanIds[open], service: operationOf(tree, open).service }
  const span = spans.find(of => of.spanId === spanId && of.service === service)
  return (
    <DistinctColours of={services}>
      <div className={span === undefined ? 'trace-body' : 'trace-body with-details'}>
        <TraceViews
          {...{ tree, index, view, open, services, selfTimes }}
          isWhole
          exceptions={NO_EXCEPTIONS}
          details={NO_DETAILS}
        />
        {span !== undefined && open !== undefined && (
          <FileSpanDetails span={span} selfNs={at(selfTimes.overAll, open)} startNs={tree.startNs} view={view} />
        )}
      </div>
    </DistinctColours>
  )
}

const NO_SPAN = { spanId: undefined, service: '' }
const NO_EXCEPTIONS = new Map()
const NO_DETAILS = new Map()

interface FileSpanDetailsProps {
  readonly span: FileSpan
  /** Its time without that of its children, nanoseconds. */
  readonly selfNs: number
  /** The start of the trace. */
  readonly startNs: bigint
  readonly view: TraceView
}

/** The details of a span as its file has them. */
function FileSpanDetails({ span, selfNs, startNs, view }: FileSpanDetailsProps) {
  return (
    <SpanAside title={clipLine(spanName(span.name), 120)} view={view}>
      <dl className="facts small">
        <dt>Service</dt>
        <dd>{span.service}</dd>
        <dt>Status</dt>
        <dd className={span.failed ? 'bad' : undefined}>
          {span.failed ? 'failed' : 'ok'} {span.statusMessage}
        </dd>
        <dt>Duration</dt>
        <dd>
          {formatDuration(span.durationNs)}, self time {formatNs(selfNs)}
        </dd>
        <dt>Started</dt>
        <dd>
          <time dateTime={isoTimestamp(span.startNs)}>{formatTimestamp(span.startNs)}</time>,{' '}
          {formatDuration(span.startNs - startNs)} after trace start
        </dd>
        <dt>Kind</dt>
        <dd>{span.kind}</dd>
        <dt>Span ID</dt>
        <dd>
          <code>{span.spanId}</code>
        </dd>
      </dl>
      <section>
        <h3>Attributes</h3>
        <Attributes attributes={span.attributes} label="Span attributes" />
      </section>
      <SpanEvents events={span.events} startNs={span.startNs} />
      <details>
        <summary>Resource</summary>
        <Attributes attributes={span.resource} label="Resource attributes" />
      </details>
    </SpanAside>
  )
}
