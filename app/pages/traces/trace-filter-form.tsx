import { FilterTextField } from '../../ui/controls/field.tsx'
import type { InvalidFilter } from '../../url/codec.ts'
import { type TraceFilters, traceCodecs } from '../../url/trace-filters.ts'
import { FilterForm } from './filter-form.tsx'

interface TraceFilterFormProps {
  readonly filters: TraceFilters
  readonly filterErrors: readonly InvalidFilter[]
  readonly params: URLSearchParams
}

/** Filters that are chosen on other pages. */
const KEPT_FILTERS = [
  'failedOnly',
  'itsOperation',
  'itsFailed',
  'itsAny',
  'httpStatus',
  'issue',
  'sort',
  'durations',
  'search',
  'show',
  'by',
  'measure',
  'order',
  'selection',
] as const

export function TraceFilterForm({ filters, filterErrors, params }: TraceFilterFormProps) {
  const { operation, minDurationNs, maxDurationNs } = traceCodecs
  return (
    <FilterForm list="/traces" params={params} keeps={KEPT_FILTERS.map(name => traceCodecs[name].param)}>
      <FilterTextField
        label="Operation"
        param={operation.param}
        value={filters.operation}
        filterErrors={filterErrors}
        inAlert
        placeholder="/orders/:id"
      />
      <FilterTextField
        label="At least"
        param={minDurationNs.param}
        value={minDurationNs.format(filters.minDurationNs)}
        filterErrors={filterErrors}
        inAlert
        placeholder="250ms"
      />
      <FilterTextField
        label="Below"
        param={maxDurationNs.param}
        value={maxDurationNs.format(filters.maxDurationNs)}
        filterErrors={filterErrors}
        inAlert
        placeholder="2s"
      />
    </FilterForm>
  )
}
