import { Form, Link } from 'react-router'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import type { LabCase } from './cases.ts'

interface CaseTableProps {
  readonly caption: string
  readonly cases: readonly LabCase[]
  /** Message of the errors; `''` for the default of each case. */
  readonly say: string
}

/** A row for each case, with all ways to cause it. */
export function CaseTable({ caption, cases, say }: CaseTableProps) {
  const query = say === '' ? '' : `?${new URLSearchParams({ say })}`
  const columns: readonly Column<LabCase>[] = [
    {
      name: caption,
      namesRow: true,
      cell: ({ name, breaks, shows }) => (
        <>
          <span className="title">{breaks}</span>
          <div className="under">
            <code>{name}</code>
            <span className="narrow-only">{shows}</span>
          </div>
        </>
      ),
    },
    {
      name: 'Trigger',
      width: 'ways',
      cell: ({ name, ways }) => <Triggers name={name} ways={ways} to={`/lab/fail/${name}${query}`} />,
    },
    { name: 'Visible result', shown: 'wide', width: 'third', look: 'muted', cell: ({ shows }) => shows },
  ]
  return (
    <div className="panel">
      <DataTable className="cases" caption={caption} columns={columns} rows={cases} keyOf={({ name }) => name} />
    </div>
  )
}

function Triggers({ name, ways, to }: Pick<LabCase, 'name' | 'ways'> & { readonly to: string }) {
  return (
    <div className="button-row">
      {ways.includes('get') && (
        <a className="button" href={to}>
          Open<span className="visually-hidden"> {name}</span>
        </a>
      )}
      {ways.includes('navigate') && (
        <Link className="button" to={to}>
          Navigate<span className="visually-hidden"> to {name}</span>
        </Link>
      )}
      {ways.includes('post') && (
        <Form method="post" action={to}>
          <button type="submit">
            Send<span className="visually-hidden"> {name}</span>
          </button>
        </Form>
      )}
    </div>
  )
}
