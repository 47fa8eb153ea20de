import type { Masked } from '../../../store/pipeline/list-masked.ts'
import { formatCount } from '../../format/count.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

/** A table of what the Collector masked before it was stored, by service and kind. 'too much' if counting took too long. */
export function MaskedTable({ masked }: { readonly masked: readonly Masked[] | 'too much' }) {
  if (masked === 'too much') {
    return <p className="muted">This range has too much data to count on page load. Choose a shorter one.</p>
  }
  if (masked.length === 0) return <p className="muted">Nothing had to be masked.</p>
  return (
    <>
      <div className="panel">
        <DataTable
          className="wraps"
          labelledBy="masked"
          columns={COLUMNS}
          rows={masked}
          keyOf={({ service, kind }) => `${service} ${kind}`}
        />
      </div>
      <p className="pager">
        Services send these by mistake: the values are stored as REDACTED. ERRATA_OTELCOL_MASKING names the list.
      </p>
    </>
  )
}

const NAMES: Readonly<Record<string, string>> = {
  header: 'Credentials in headers',
  url: 'Secrets in URLs',
  password: 'Database passwords',
  card: 'Card numbers',
}

const COLUMNS: readonly Column<Masked>[] = [
  { name: 'Masked', namesRow: true, cell: ({ kind }) => NAMES[kind] ?? kind },
  { name: 'Service', cell: ({ service }) => <ServiceName name={service} /> },
  countColumn('Spans', 'spans'),
  countColumn('Log records', 'logs'),
]

function countColumn(name: string, signal: 'spans' | 'logs'): Column<Masked> {
  return {
    name,
    isNumber: true,
    width: 'col-duration',
    look: row => (row[signal] === 0 ? 'muted' : undefined),
    cell: row => formatCount(row[signal]),
  }
}
