import { FilterForm } from '../../ui/filters/filter-form.tsx'
import { TextField } from '../../ui/form/field.tsx'
import type { Fault } from '../../url/codec.ts'
import { type ExceptionFilters, exceptionCodecs } from '../../url/exception-filters.ts'

interface ExceptionFilterFormProps {
  readonly filters: ExceptionFilters
  readonly faults: readonly Fault[]
  readonly params: URLSearchParams
}

export function ExceptionFilterForm({ filters, faults, params }: ExceptionFilterFormProps) {
  const { route, text, issue, side, sort } = exceptionCodecs
  return (
    <FilterForm list="/exceptions" params={params} keeps={[issue.param, side.param, sort.param]}>
      <TextField label="Route" param={route.param} value={filters.route} faults={faults} placeholder="/orders/:id" />
      <TextField
        label="Type or message contains"
        type="search"
        param={text.param}
        value={filters.text}
        faults={faults}
        maxLength={200}
      />
    </FilterForm>
  )
}
