import { Form, Link } from 'react-router'
import { formatDuration } from '../../format/duration.ts'
import { ServiceField } from '../../ui/service-field.tsx'
import { TimeRangeFields } from '../../ui/time-range-fields.tsx'
import type { TraceFilters } from '../../url/trace-filters.ts'

interface TraceFilterFormProps {
  readonly filters: TraceFilters
  readonly params: URLSearchParams
  readonly services: readonly string[]
}

/** The filters of the trace list; its state is the URL. */
export function TraceFilterForm({ filters, params, services }: TraceFilterFormProps) {
  const { service, route, text, failedOnly, minDurationNs, range } = filters
  return (
    // Keyed by the URL: after a link with other filters the fields show those.
    <Form method="get" className="filters" key={params.toString()}>
      <TimeRangeFields range={range} params={params} />
      <ServiceField services={services} chosen={service} />
      <label>
        Route
        <input type="text" name="route" defaultValue={route} placeholder="/orders/:id" />
      </label>
      <label>
        Name or route contains
        <input type="search" name="q" defaultValue={text} maxLength={200} />
      </label>
      <label>
        At least
        <input
          type="text"
          className="short"
          name="min"
          defaultValue={minDurationNs === 0n ? '' : formatDuration(minDurationNs)}
          placeholder="250 ms"
        />
      </label>
      <label className="check">
        <input type="checkbox" name="failed" value="1" defaultChecked={failedOnly} />
        Failed only
      </label>
      <button type="submit" className="primary">
        Apply
      </button>
      {params.size > 0 && (
        <Link to="?" className="clear">
          Clear
        </Link>
      )}
    </Form>
  )
}
