import { showException } from '../../../stacks/show-exception.ts'
import { Attributes } from '../../../ui/elements/attributes.tsx'
import { Copyable } from '../../../ui/elements/copyable.tsx'
import { ServiceName } from '../../../ui/elements/service-name.tsx'
import { SignalFreshness } from '../../../ui/elements/signal-freshness.tsx'
import { Timestamp } from '../../../ui/elements/timestamp.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Facets } from '../../../ui/filters/facets.tsx'
import { InvalidFilters } from '../../../ui/filters/invalid-filters.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import { Stacktrace } from '../../../ui/stack/stacktrace.tsx'
import { ExceptionTable } from '../../../ui/table/exception-table.tsx'
import { ListTotal } from '../../../ui/table/list-total.tsx'
import { TraceTable } from '../../../ui/table/trace-table.tsx'
import type { Route } from './+types/parts.ts'
import { Part } from './part.tsx'
import { ATTRIBUTES, EXCEPTION, EXCEPTIONS, FACETS, FAULT, NOW_MS, SIGNALS, TRACES } from './samples.ts'
import { Tokens } from './tokens.tsx'

const SORTED = { sort: 'type', none: '-when' }
const NO_PARAMS = new URLSearchParams()

/** On the server, as for every page with a stack trace: the parsers are not sent to the browser. */
export function loader() {
  return { stack: showException(EXCEPTION, 'app').stack }
}

/** All components in all states, including extreme texts. Queries nothing. */
export default function PartsPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <title>Components · Lab · Errata</title>
      <div className="page-head">
        <h1>Components</h1>
        <p className="muted">Every shared component in every state</p>
      </div>
      <div className="parts side-by-side">
        <Tokens />
        <Part name="Text">
          <p>
            Text, <span className="muted">muted text</span>, <a href="#text">example link</a>, <code>code</code>,{' '}
            <kbd>K</kbd>
          </p>
          <p>
            <span className="mark">mark</span> <span className="mark bad">failed 500</span>{' '}
            <span className="mark warn">warn</span> <span className="mark good">good</span>
          </p>
          <p>
            <ServiceName name="shop" /> <ServiceName name="checkout" /> <ServiceName name="" />
          </p>
          <p>
            <Timestamp atNs={BigInt(NOW_MS - 95_000) * 1_000_000n} nowMs={NOW_MS} />
          </p>
        </Part>
        <Part name="Buttons">
          <p className="button-row">
            <button type="button">Button</button>
            <button type="button" className="primary">
              Primary
            </button>
            <button type="button" aria-pressed="true">
              Pressed
            </button>
            <button type="button" disabled>
              Disabled
            </button>
            <Copyable value="k7m2x9qd4r" what="digest" />
          </p>
        </Part>
        <Part name="Fields">
          <form className="filters">
            <TextField label="Empty" param="empty" value="" filterErrors={[]} placeholder="/orders/:id" />
            <TextField label="Filled" param="filled" value="/cart" filterErrors={[]} />
            <TextField label="At least" param={FAULT.param} value="" filterErrors={[FAULT]} />
            <TextField label="Disabled" param="disabled" value="fixed" filterErrors={[]} disabled />
            <label className="check">
              <input type="checkbox" name="check" defaultChecked /> Checked
            </label>
            <label>
              <span>Service</span>
              <select name="service" defaultValue="shop">
                <option>any</option>
                <option>shop</option>
              </select>
            </label>
          </form>
        </Part>
        <Part name="Notices">
          <p className="notice">Information.</p>
          <p className="notice good-notice">Ingest healthy.</p>
          <p className="notice bad-notice">Ingest failing.</p>
        </Part>
        <Part name="Traces" wide>
          <TraceTable traces={TRACES} nowMs={NOW_MS} caption="Sample traces" />
        </Part>
        <Part name="Exceptions" wide>
          <ExceptionTable exceptions={EXCEPTIONS} nowMs={NOW_MS} caption="Sample exceptions" sorting={SORTED} />
        </Part>
        <Part name="Facets">
          <div className="facets">
            <Facets facets={FACETS} params={NO_PARAMS} />
          </div>
          <p>
            <ListTotal of={{ total: 1_234, isExact: true, before: 1_100 }} one="trace" />
          </p>
        </Part>
        <Part name="Nothing">
          <EmptyState title="No matching traces" level={3}>
            <p>Choose a longer time range.</p>
          </EmptyState>
          <InvalidFilters filterErrors={[FAULT]} />
        </Part>
        <Part name="Signals">
          <SignalFreshness signals={SIGNALS} nowMs={NOW_MS} />
        </Part>
        <Part name="Attributes">
          <Attributes of={ATTRIBUTES} label="Sample attributes" />
        </Part>
        <Part name="Frames">
          <Stacktrace stack={loaderData.stack} page="/lab/parts" release="" />
        </Part>
      </div>
    </>
  )
}
