import type { ItemOf, OperationId } from '../../app/api/operation-types.ts'
import type { Filters } from '../client/errata-api.ts'
import { describeOperation } from '../client/operations.ts'
import { type Asked, type Command, defineCommand, type Options, UsageError } from '../define/define-command.ts'
import { DONE, type ExitCode } from '../define/exit-code.ts'
import type { Column } from '../output/table.ts'

interface List<Id extends OperationId> {
  readonly id: Id
  /** The path of the page that lists the same. */
  readonly page: string
  readonly columns: readonly Column<ItemOf<Id>>[]
}

const DEFAULT_LIMIT = 50

/** Options of all lists, beside their filters. */
export const LIST_OPTIONS = {
  limit: { value: 'N', description: `How many rows; ${DEFAULT_LIMIT} without it. npx errata export has no limit.` },
  web: { description: 'The page of it, opened on a terminal.' },
} as const satisfies Options

/** A command that lists rows of an operation: its options are the parameters of the operation. */
export function defineListCommand<Id extends OperationId>({
  id,
  page,
  columns,
  ...about
}: List<Id> & Pick<Command, 'name' | 'summary' | 'examples'>): Command {
  return defineCommand({
    ...{ ...about, takes: '[SEARCH]', count: [0, 1] },
    options: { ...filterOptions(id), ...LIST_OPTIONS },
    run: (asked, [search = ''], given) => runList(asked, { id, page, columns }, { search, given }),
  })
}

export type GivenOptions = Readonly<Record<string, string | boolean | undefined>>

/** Lists rows, or what `--web` and `--json` ask for instead. */
export async function runList<Id extends OperationId>(
  { api, output }: Asked,
  { id, page, columns }: List<Id>,
  { search, given }: { readonly search: string; readonly given: GivenOptions },
): Promise<ExitCode> {
  const filters = filtersOf(id, search, given)
  if (output.isWeb) {
    output.web(addParams(page, filters))
    return DONE
  }
  const listed = await api.list(id, filters, { limit: readLimit(given['limit']) })
  if (output.isJson) output.json(listed)
  else if (listed.items.length === 0) output.note('Nothing was found.')
  else output.table(listed.items, columns)
  if (listed.next !== null) {
    output.note(`There are more than these ${listed.items.length}: --limit shows more, npx errata export all.`)
  }
  return DONE
}

/** An address of a page with filters, which have the names of the API's. */
export function addParams(page: string, filters: Filters): string {
  const query = new URLSearchParams(filters)
  return query.size === 0 ? page : `${page}${page.includes('?') ? '&' : '?'}${query}`
}

/** Parameters that a command has in another form, or not. */
const OTHER_FORM = ['q', 'cursor', 'limit']

/** The filters of an operation as options. */
export function filterOptions(id: OperationId): Options {
  return Object.fromEntries(
    describeOperation(id)
      .parameters.filter(parameter => parameter.in === 'query' && !OTHER_FORM.includes(parameter.name))
      .map(({ name, description = '', schema }) => {
        if (schema.enum?.join() === '0,1') {
          return [name, { description: description.replace(/^1:? (.)/, (_, first: string) => first.toUpperCase()) }]
        }
        const choices = schema.enum === undefined ? '' : ` One of ${schema.enum.join(', ')}.`
        return [name, { value: name.toUpperCase(), description: `${description}${choices}` }]
      }),
  )
}

/** Filters as the API takes them. */
export function filtersOf(id: OperationId, search: string, given: GivenOptions): Filters {
  const named = Object.keys(filterOptions(id)).flatMap(name => {
    const value = given[name]
    return value === undefined || value === false ? [] : [[name, value === true ? '1' : value] as const]
  })
  return Object.fromEntries(search === '' ? named : [['q', search] as const, ...named])
}

function readLimit(given: string | boolean | undefined): number {
  const limit = given === undefined ? DEFAULT_LIMIT : Number(given)
  if (Number.isSafeInteger(limit) && limit > 0) return limit
  throw new UsageError(`--limit ${given} is no whole number above 0.`)
}
