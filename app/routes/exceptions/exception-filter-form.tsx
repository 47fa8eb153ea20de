import { FilterForm } from '../../ui/filters/filter-form.tsx'
import { FilterTextField } from '../../ui/form/field.tsx'
import type { InvalidFilter } from '../../url/codec.ts'
import { type ExceptionFilters, exceptionCodecs } from '../../url/exception-filters.ts'

interface ExceptionFilterFormProps {
  readonly filters: ExceptionFilters
  readonly filterErrors: readonly InvalidFilter[]
  readonly params: URLSearchParams
}

export function ExceptionFilterForm({ filters, filterErrors, params }: ExceptionFilterFormProps) {
  const { route, search, issue, side, sort } = exceptionCodecs
  return (
    <FilterForm list="/exceptions" params={params} keeps={[issue, side, sort, search].map(({ param }) => param)}>
      <FilterTextField
        label="Route"
        param={route.param}
        value={filters.route}
        filterErrors={filterErrors}
        inAlert
        placeholder="/orders/:id"
      />
    </FilterForm>
  )
}
