import { parseSearch } from '../../../search/parse-search.ts'
import type { Clause, SearchExpression, SearchSubject } from '../../../search/search.ts'
import { addClause } from '../../../search/write-lacking.ts'
import { countFoundExceptions } from '../../../store/alerts/count-found-exceptions.ts'
import { countFoundLogs } from '../../../store/alerts/count-found-logs.ts'
import { countFoundTraces } from '../../../store/alerts/count-found-traces.ts'
import type { SearchesInWindows } from '../../../store/alerts/searches-in-windows.ts'
import { getScopeChoices } from '../../../store/services/get-scope-choices.ts'
import type { Store } from '../../../store/store.ts'
import { DAY_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import type { Judge, JudgeSettings, Observation } from '../judge.ts'
import type { KnownRule } from '../rule.ts'
import { aboutRule, judgeEach, labelOfRule } from './judge-rules.ts'

type SearchRule = KnownRule<'search'>
type Page = SearchRule['watch']['page']

const SUBJECTS: Readonly<Record<Page, SearchSubject>> = { traces: 'spans', logs: 'logs', exceptions: 'exceptions' }
const COUNTS = { traces: countFoundTraces, logs: countFoundLogs, exceptions: countFoundExceptions } as const
/** More conditions in one query take longer to plan than two queries. */
const MAX_SEARCHES = 20

/** Searches of one page and one length of time are one query, which reads each row once. */
export const judgeSearches: Judge<'search'> = async (store, { rules, slotsMs, ...settings }, signal) => {
  const services = await listOwnedServices(store, { rules, slotsMs }, signal)
  const found = new Map<string, number>()
  const mistakes = new Map<string, string>()
  const readable = rules.flatMap(rule => {
    const { search, mistakes: faults } = parseSearch(rule.watch.search, SUBJECTS[rule.watch.page])
    if (faults[0] !== undefined) mistakes.set(rule.id, faults[0].message)
    return faults.length > 0 ? [] : [{ rule, search: narrow(search, rule, { ...settings, services }) }]
  })
  const groups = Map.groupBy(readable, ({ rule }) => `${rule.watch.page} ${rule.watch.windowMinutes}`)
  const batches = [...groups.values()].flatMap(all =>
    Array.from({ length: Math.ceil(all.length / MAX_SEARCHES) }, (_, i) =>
      all.slice(i * MAX_SEARCHES, (i + 1) * MAX_SEARCHES),
    ),
  )
  await Promise.all(
    batches.flatMap(batch =>
      evenRuns(slotsMs).map(async run => {
        const [first] = batch
        if (first === undefined) return
        const { page, windowMinutes } = first.rule.watch
        const query: SearchesInWindows = {
          searches: batch.map(({ search }) => search),
          firstNs: nsOfMs(run.firstMs),
          stepNs: nsOfMs(run.stepMs),
          windows: run.slots,
          lengthNs: nsOfMs(windowMinutes * MINUTE_MS),
        }
        for (const { search, window, found: count } of await COUNTS[page](store, query, signal)) {
          found.set(placeOf(batch[search]?.rule.id ?? '', run.firstMs + window * run.stepMs), count)
        }
      }),
    ),
  )
  return judgeEach({ rules, slotsMs }, (rule, slotMs) => ({
    outcome: 'judged',
    observations: [observe(rule, found.get(placeOf(rule.id, slotMs)) ?? 0, mistakes.get(rule.id))],
    fromMs: slotMs - rule.watch.windowMinutes * MINUTE_MS,
  }))
}

const placeOf = (rule: string, slotMs: number) => `${slotMs} ${rule}`

/** Adds the filters of a rule to its search. */
function narrow(
  search: SearchExpression | undefined,
  rule: SearchRule,
  { ownServices, services, ownerOf }: JudgeSettings & { readonly services: readonly string[] },
): SearchExpression | undefined {
  const { service, environment, release, operation, owner, watch } = rule
  const values = { service, environment, release, [watch.page === 'traces' ? 'operation' : 'route']: operation }
  const named = Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [isOneOf(name, [value])]))
  const owned = services.filter(of => ownerOf({ service: of, path: '' }) === owner)
  const clauses = [...named, ...(owner === '' ? [] : [isOneOf('service', owned.length === 0 ? [''] : owned)])]
  const narrowed = clauses.reduce((all: SearchExpression | undefined, clause) => addClause(all, clause), search)
  if (service !== '' || ownServices.length === 0) return narrowed
  const others: SearchExpression = { is: 'not', of: isOneOf('service', ownServices) }
  return narrowed === undefined
    ? others
    : { is: 'all', of: [...(narrowed.is === 'all' ? narrowed.of : [narrowed]), others] }
}

const isOneOf = (name: string, texts: readonly string[]): Clause => ({
  is: 'clause',
  key: { is: 'field', name },
  test: { is: 'one of', values: texts.map(text => ({ text, quoted: true })) },
  at: 0,
  end: 0,
})

/** Services, if a rule asks for those of an owner. */
async function listOwnedServices(
  store: Store,
  { rules, slotsMs }: { readonly rules: readonly SearchRule[]; readonly slotsMs: readonly number[] },
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (rules.every(({ owner }) => owner === '')) return []
  const range = { from: nsOfMs((slotsMs[0] ?? 0) - DAY_MS), to: nsOfMs(slotsMs.at(-1) ?? 0) }
  return (await getScopeChoices(store, { range, limit: 1_000 }, signal)).services
}

interface EvenRun {
  readonly firstMs: number
  readonly stepMs: number
  readonly slots: number
}

/** Slots in runs of one distance, as few as it takes when read from the first one. */
export function evenRuns(slotsMs: readonly number[]): EvenRun[] {
  const runs: EvenRun[] = []
  for (let at = 0; at < slotsMs.length; ) {
    const firstMs = slotsMs[at] ?? 0
    const stepMs = (slotsMs[at + 1] ?? firstMs + MINUTE_MS) - firstMs
    let slots = 1
    while (slotsMs[at + slots] === firstMs + slots * stepMs) slots++
    runs.push({ firstMs, stepMs, slots })
    at += slots
  }
  return runs
}

function observe(rule: SearchRule, found: number, mistake: string | undefined): Observation {
  const { comparison, count, page } = rule.watch
  const isBreach = mistake === undefined && (comparison === 'at least' ? found >= count : found < count)
  const noun = page === 'traces' ? 'trace' : page === 'logs' ? 'log record' : 'exception'
  const needed =
    comparison === 'fewer than'
      ? `${pluralize(found, noun)}, at least ${formatCount(count)} expected`
      : isBreach
        ? `${pluralize(found, noun)}, ${formatCount(count)} needed`
        : `${formatCount(found)} of ${pluralize(count, noun)} needed`
  return {
    ...{ subject: '', cause: '', isBreach, value: found, threshold: count, unit: 'count' },
    label: rule.watch.search === '' ? labelOfRule(rule) : rule.watch.search,
    why: mistake === undefined ? needed : `the search cannot be read: ${mistake}`,
    about: aboutRule(rule),
  }
}
