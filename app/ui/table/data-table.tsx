import { Fragment, type HTMLAttributes, type ReactNode } from 'react'
import { SortHeader, type SortParam } from './sort-header.tsx'

/** A column of a {@link DataTable}: its header, and the cell of each row. */
export interface Column<Row> {
  /** Tells it from the other columns; its header too, unless `head` is one. */
  readonly name: string
  readonly head?: ReactNode
  readonly cell: (row: Row, index: number) => ReactNode
  /** True for the column that names the row; its text is in the header's cell of the row. */
  readonly namesRow?: boolean
  /** The least width of the window at which it is shown: by default always; elsewhere its facts may stand under the name of the row. */
  readonly shown?: 'wide' | 'roomy'
  /** Likewise of the header alone: where cells stand below each other it has no place of its own. */
  readonly headShown?: 'wide'
  /** Aligned to the right. */
  readonly isNumber?: boolean
  /** Class of the header, or of the cells of a table without headers, such as one of the widths `col-…` of list.css. */
  readonly width?: string
  /** Class of the cells alone. */
  readonly look?: string | ((row: Row) => string | undefined)
  readonly title?: (row: Row) => string | undefined
  /** Its name in the sort parameter of the URL, and the direction of the first click on its header. */
  readonly sort?: { readonly by: string; readonly first?: 'rising' | 'falling' }
  /** The order of the rows where `sort` does not tell; its arrow is part of `head`. */
  readonly sorted?: 'descending' | undefined
}

interface DataTableProps<Row> {
  /** Says what is listed; to be read aloud, unless `labelledBy` is the id of a heading that does. */
  readonly caption?: ReactNode
  readonly labelledBy?: string
  /** Those that are `false` are left out. */
  readonly columns: readonly (Column<Row> | false)[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** True for a table that continues the one above it: it has no headers. */
  readonly isContinued?: boolean
  /** Without it headers do not sort. */
  readonly sorting?: SortParam | undefined
  /** Classes of the table beside `list`: `fit` (as wide as its contents), `stacked`, `wraps`. */
  readonly className?: string
  readonly rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & { readonly 'data-open'?: string }
  /** Draws more rows with a row, such as the head of a day, or its details. */
  readonly around?: (row: Row, drawn: ReactNode, index: number) => ReactNode
}

/** A table of records. It needs no scripts: headers that sort and names that lead somewhere are links. */
export function DataTable<Row>({
  caption,
  labelledBy,
  columns,
  rows,
  keyOf,
  isContinued = false,
  sorting,
  className = '',
  rowProps,
  around = (_, drawn) => drawn,
}: DataTableProps<Row>) {
  const shown = columns.filter(column => column !== false)
  return (
    <table className={joinClasses('list', className)} aria-labelledby={labelledBy}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      {!isContinued && (
        <thead>
          <tr>
            {shown.map(({ sort, sorted, name, head = name, shown: least, headShown = least, ...column }) =>
              sort === undefined ? (
                <th key={name} scope="col" className={classOf({ ...column, shown: headShown })} aria-sort={sorted}>
                  {head}
                </th>
              ) : (
                <SortHeader
                  key={name}
                  sorting={sorting}
                  column={sort.by}
                  {...(sort.first && { first: sort.first })}
                  className={classOf({ ...column, shown: headShown })}
                >
                  {head}
                </SortHeader>
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, index) => (
          <Fragment key={keyOf(row)}>
            {around(
              row,
              <tr {...rowProps?.(row)}>
                {shown.map(({ name, namesRow, look, title, cell, width, ...column }) => {
                  const Cell = namesRow ? 'th' : 'td'
                  const ofRow = typeof look === 'function' ? look(row) : look
                  return (
                    <Cell
                      key={name}
                      scope={namesRow ? 'row' : undefined}
                      className={joinClasses(classOf(column), isContinued && width, ofRow)}
                      title={title?.(row)}
                    >
                      {cell(row, index)}
                    </Cell>
                  )
                })}
              </tr>,
              index,
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

interface Classes extends Pick<Column<unknown>, 'isNumber' | 'width'> {
  readonly shown?: 'wide' | 'roomy' | undefined
}

function classOf({ isNumber, shown, width }: Classes) {
  return joinClasses(isNumber && 'number', shown && `${shown}-only`, width)
}

/** `undefined` for none, so that no attribute is written. */
const joinClasses = (...classes: readonly (string | false | undefined)[]) =>
  classes.filter(Boolean).join(' ') || undefined
