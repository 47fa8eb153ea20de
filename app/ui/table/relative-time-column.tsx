import { RelativeTime } from '../times/timestamp.tsx'
import type { Column } from './data-table.tsx'

/** A column that says how long ago the time in a field of each row was, such as `5 min ago`. */
export const relativeTimeColumn = <Field extends string>(
  name: string,
  field: Field,
  { nowMs, ...column }: Pick<Column<unknown>, 'shown'> & { readonly nowMs: number },
): Column<Readonly<Record<Field, bigint>>> => ({
  name,
  isNumber: true,
  width: 'col-when',
  look: 'muted',
  cell: row => <RelativeTime atNs={row[field]} nowMs={nowMs} />,
  ...column,
})
