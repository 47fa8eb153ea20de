import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'

interface Fruit {
  readonly name: string
  readonly count: number
}

const FRUITS: readonly Fruit[] = [
  { name: 'pear', count: 2 },
  { name: 'plum', count: 0 },
]

const NAME: Column<Fruit> = { name: 'Fruit', namesRow: true, cell: ({ name }) => name }

function htmlOf(columns: readonly (Column<Fruit> | false)[], options: { sort?: string } = {}) {
  const { sort } = options
  return renderToStaticMarkup(
    <MemoryRouter>
      <DataTable
        columns={columns}
        rows={FRUITS}
        keyOf={({ name }) => name}
        {...(sort !== undefined && { sorting: { sort, none: 'count' } })}
      />
    </MemoryRouter>,
  )
}

test('each row has the cells of the columns, in their order; one of them names it', () => {
  const html = htmlOf([NAME, false, { name: 'Count', cell: ({ count }) => count }])
  expect(html).toBe(
    '<table class="list"><thead><tr><th scope="col">Fruit</th><th scope="col">Count</th></tr></thead><tbody>' +
      '<tr><th scope="row">pear</th><td>2</td></tr><tr><th scope="row">plum</th><td>0</td></tr></tbody></table>',
  )
})

test('header and cells of a column have its classes, its width the header alone, and a cell those of its row', () => {
  const html = htmlOf([
    NAME,
    {
      name: 'Count',
      isNumber: true,
      shown: 'wide',
      width: 'col-count',
      look: ({ count }) => (count === 0 ? 'muted' : undefined),
      cell: ({ count }) => count,
    },
  ])
  expect(html).toContain('<th scope="col" class="number wide-only col-count">Count</th>')
  expect(html).toContain('<td class="number wide-only">2</td>')
  expect(html).toContain('<td class="number wide-only muted">0</td>')
})

test('a column that sorts has a link where the list can be sorted, and says if it is the one', () => {
  const columns: readonly Column<Fruit>[] = [NAME, { name: 'Count', sort: { by: 'count' }, cell: ({ count }) => count }]
  expect(htmlOf(columns)).toContain('<th scope="col">Count</th>')
  expect(htmlOf(columns, { sort: 'name' })).toMatch(/<th scope="col"><a [^>]*>Count<\/a>/)
  expect(htmlOf(columns, { sort: '-count' })).toMatch(/<th scope="col" aria-sort="descending"><a /)
})

test('a table that is always in one order says by which column', () => {
  expect(htmlOf([NAME, { name: 'Count', sorted: 'descending', cell: ({ count }) => count }])).toContain(
    '<th scope="col" aria-sort="descending">Count</th>',
  )
})

const COLUMNS: readonly Column<string>[] = [
  { name: 'Name', namesRow: true, cell: name => name },
  { name: 'Length', isNumber: true, headShown: 'wide', width: 'col-small', cell: name => name.length },
]
const draw = (isContinued: boolean) =>
  renderToStaticMarkup(<DataTable columns={COLUMNS} rows={['cart']} keyOf={name => name} isContinued={isContinued} />)

test('a header is hidden on narrow screens without its cells', () => {
  expect(draw(false)).toContain('<th scope="col" class="number wide-only col-small">Length</th>')
  expect(draw(false)).toContain('<td class="number">4</td>')
})

test('cells of a table without headers have the width of their column', () => {
  expect(draw(true)).not.toContain('<thead>')
  expect(draw(true)).toContain('<td class="number col-small">4</td>')
})
