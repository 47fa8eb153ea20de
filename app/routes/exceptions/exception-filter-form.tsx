import { FilterForm } from '../../ui/filters/filter-form.tsx'
import { TextField } from '../../ui/form/field.tsx'
import type { InvalidFilter } from '../../url/codec.ts'
import { type ExceptionFilters, exceptionCodecs } from '../../url/exception-filters.ts'

interface ExceptionFilterFormProps {
  readonly filters: ExceptionFilters
  readonly filterErrors: readonly InvalidFilter[]
  readonly params: URLSearchParams
}

export function ExceptionFilterForm({ filters, filterErrors, params }: ExceptionFilterFormProps) {
  const { route, text, issue, side, sort } = exceptionCodecs
  return (
    <FilterForm list="/exceptions" params={params} keeps={[issue.param, side.param, sort.param]}>
      <TextField
        label="Route"
        param={route.param}
        value={filters.route}
        filterErrors={filterErrors}
        inAlert
        placeholder="/orders/:id"
      />
      <TextField
        label="Search exceptions"
        type="search"
        param={text.param}
        value={filters.text}
        filterErrors={filterErrors}
        inAlert
        maxLength={200}
      />
    </FilterForm>
  )
}
