import type { AnswerOf } from '../../app/api/operation-types.ts'
import { type Asked, defineCommand } from '../define/define-command.ts'
import { DONE, type ExitCode } from '../define/exit-code.ts'
import type { Column } from '../output/table.ts'
import { countOf, durationOf, momentOf, timeOfDayOf } from '../output/values.ts'
import { addParams, filterOptions, filtersOf, type GivenOptions, LIST_OPTIONS, runList } from './list-command.ts'

export const spans = defineCommand({
  ...{ name: 'spans', takes: '[SEARCH]', count: [0, 1] },
  summary: 'Lists spans that match a search, or with --by counts and measures them by any keys.',
  options: {
    ...filterOptions('listSpans'),
    ...LIST_OPTIONS,
    by: { value: 'KEYS', description: 'Groups them by one to four keys, apart by commas: `service,@tier`.' },
    measure: { value: 'KEY', description: 'With --by: an attribute whose numbers are summed up, such as @app.items.' },
    order: { value: 'ORDER', description: 'With --by: what is greatest first: count, failed, time, p95 and others.' },
  },
  examples: [
    ["spans 'kind:client duration:>1s' --service checkout", 'The slow calls of a service.'],
    ["spans 'is:error' --by service,operation --last 1h", 'Which operations fail, and how often.'],
  ],
  run: (asked, [search = ''], given) =>
    given['by'] === undefined
      ? runList(asked, { id: 'listSpans', page: '/traces?show=spans', columns }, { search, given })
      : runGroups(asked, search, given),
})

const columns: readonly Column<AnswerOf<'listSpans'>['items'][number]>[] = [
  { title: 'start', cell: ({ start }) => `${start.slice(0, 10)} ${timeOfDayOf(start)}` },
  { title: 'duration', isNumber: true, cell: ({ duration_ms }) => durationOf(duration_ms) },
  { title: 'service', cell: ({ service }) => service },
  { title: 'failed', cell: ({ failed }) => (failed ? 'failed' : '') },
  { title: 'trace', cell: ({ trace_id }) => trace_id },
  { title: 'span', cell: ({ id }) => id },
  { title: 'what', cell: ({ name, detail }) => [name, detail].filter(Boolean).join('  ') },
]

type Group = AnswerOf<'groupSpans'>['groups'][number]

async function runGroups({ api, output }: Asked, search: string, given: GivenOptions): Promise<ExitCode> {
  const { sort: _, ...filters } = filtersOf('listSpans', search, given)
  const named = ['by', 'measure', 'order', 'limit'].flatMap(name => {
    const value = given[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  const input: Readonly<Record<string, string>> = { ...filters, ...Object.fromEntries(named) }
  if (output.isWeb) {
    output.web(addParams('/traces?show=groups', input))
    return DONE
  }
  const answer = await api.ask('groupSpans', input)
  if (output.isJson) output.json(answer)
  else showGroups(answer)
  return DONE

  function showGroups({ by, groups, total, one_in, from, to }: AnswerOf<'groupSpans'>): void {
    output.note(`${momentOf(from)} to ${momentOf(to)}`)
    if (groups.length === 0) output.note('Nothing was found.')
    else output.table(groups, [...by.map(keyColumn), ...NUMBERS, ...(groups.some(isMeasured) ? MEASURED : [])])
    if (one_in > 1) output.note(`Of very many spans one trace in ${one_in} was read: counts are estimates.`)
    if (total > groups.length) output.note(`There are ${countOf(total)} groups: --limit shows more.`)
  }
}

const isMeasured = ({ measured }: Group) => measured !== null
const keyColumn = (key: string, i: number): Column<Group> => ({ title: key, cell: ({ values }) => values[i] ?? '' })
const NUMBERS: readonly Column<Group>[] = [
  { title: 'count', isNumber: true, cell: ({ count }) => countOf(count) },
  { title: 'failed', isNumber: true, cell: ({ failed }) => countOf(failed) },
  { title: 'p50', isNumber: true, cell: ({ p50_ms }) => durationOf(p50_ms) },
  { title: 'p95', isNumber: true, cell: ({ p95_ms }) => durationOf(p95_ms) },
  { title: 'time', isNumber: true, cell: ({ total_ms }) => durationOf(total_ms) },
]
const MEASURED: readonly Column<Group>[] = [
  { title: 'sum', isNumber: true, cell: ({ measured }) => String(measured?.sum ?? '') },
  { title: 'average', isNumber: true, cell: ({ measured }) => String(measured?.average ?? '') },
  { title: 'p95 of it', isNumber: true, cell: ({ measured }) => String(measured?.p95 ?? '') },
]
