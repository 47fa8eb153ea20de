import { WatchedBy } from '../../../parts/alerts/watched-by.tsx'
import { ExceptionTable } from '../../../parts/exception-list/exception-table.tsx'
import { toDisplayedException } from '../../../parts/stack-trace/show-exception.ts'
import { Stacktrace } from '../../../parts/stack-trace/stacktrace.tsx'
import { TraceTable } from '../../../parts/trace-list/trace-table.tsx'
import { FilterTextField } from '../../../ui/controls/field.tsx'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { InvalidFilters } from '../../../ui/feedback/invalid-filters.tsx'
import { Facets } from '../../../ui/filters/facets.tsx'
import { ServiceName } from '../../../ui/links/service-name.tsx'
import { ListTotal } from '../../../ui/table/list-total.tsx'
import { Timestamp } from '../../../ui/times/timestamp.tsx'
import { Attributes } from '../../../ui/values/attributes.tsx'
import type { Route } from './+types/parts.ts'
import { ComponentExample } from './part.tsx'
import {
  SAMPLE_ATTRIBUTES,
  SAMPLE_EXCEPTION,
  SAMPLE_EXCEPTIONS,
  SAMPLE_FACETS,
  SAMPLE_INVALID_FILTER,
  SAMPLE_NOW_MS,
  SAMPLE_RULES,
  SAMPLE_TRACES,
} from './samples.ts'
import { Tokens } from './tokens.tsx'
import './parts.css'

const SORTED = { sort: 'type', none: '-when' }
const NO_PARAMS = new URLSearchParams()

/** On the server, as for every page with a stack trace: the parsers are not sent to the browser. */
export function loader() {
  return { stack: toDisplayedException(SAMPLE_EXCEPTION, 'app').stack }
}

/** The shared components, with extreme texts too. Queries nothing. */
export default function PartsPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <title>Components · Lab · Errata</title>
      <div className="page-head">
        <h1>Components</h1>
        <p className="muted fixed-time fixed-scope">Shared components, with sample data</p>
      </div>
      <div className="parts side-by-side">
        <Tokens />
        <ComponentExample name="Watched by">
          <WatchedBy rules={SAMPLE_RULES} about={{ service: 'shop' }} offers={[['error rate', 'error rate']]} />
        </ComponentExample>
        <ComponentExample name="Text">
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
            <Timestamp atNs={BigInt(SAMPLE_NOW_MS - 95_000) * 1_000_000n} nowMs={SAMPLE_NOW_MS} />
          </p>
        </ComponentExample>
        <ComponentExample name="Buttons">
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
        </ComponentExample>
        <ComponentExample name="Fields">
          <form className="filters">
            <FilterTextField label="Empty" param="empty" value="" filterErrors={[]} placeholder="/orders/:id" />
            <FilterTextField label="Filled" param="filled" value="/cart" filterErrors={[]} />
            <FilterTextField
              label="At least"
              param={SAMPLE_INVALID_FILTER.param}
              value=""
              filterErrors={[SAMPLE_INVALID_FILTER]}
            />
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
        </ComponentExample>
        <ComponentExample name="Notices">
          <p className="notice">Neutral: no telemetry yet.</p>
          <p className="notice warn-notice">Warning: ingest is quiet.</p>
          <p className="notice good-notice">Good: ingest healthy.</p>
          <p className="notice bad-notice">Bad: ingest failing.</p>
        </ComponentExample>
        <ComponentExample name="Traces" wide>
          <TraceTable traces={SAMPLE_TRACES} nowMs={SAMPLE_NOW_MS} caption="Sample traces" />
        </ComponentExample>
        <ComponentExample name="Exceptions" wide>
          <ExceptionTable
            exceptions={SAMPLE_EXCEPTIONS}
            nowMs={SAMPLE_NOW_MS}
            caption="Sample exceptions"
            sorting={SORTED}
          />
        </ComponentExample>
        <ComponentExample name="Facets">
          <div className="facets">
            <Facets facets={SAMPLE_FACETS} params={NO_PARAMS} />
          </div>
          <p>
            <ListTotal compared={{ total: 1_234, isExact: true, before: 1_100 }} one="trace" />
          </p>
        </ComponentExample>
        <ComponentExample name="Nothing">
          <EmptyState title="No matching traces" level={3}>
            <p>Choose a longer time range.</p>
          </EmptyState>
          <InvalidFilters filterErrors={[SAMPLE_INVALID_FILTER]} />
        </ComponentExample>
        <ComponentExample name="Attributes">
          <Attributes attributes={SAMPLE_ATTRIBUTES} label="Sample attributes" />
        </ComponentExample>
        <ComponentExample name="Frames">
          <Stacktrace stack={loaderData.stack} page="/lab/parts" release="" />
        </ComponentExample>
      </div>
    </>
  )
}
