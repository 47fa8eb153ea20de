import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import type { SearchExpression } from '../../search/search.ts'
import { writeSpanConditions } from '../../search/write-trace-conditions.ts'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import { COMPARISON_SAMPLE_ABOVE_SPANS, chooseSpanSample, writeSampleCondition } from './choose-span-sample.ts'
import sql from './compare-spans.sql?raw'
import type { SpanSearch } from './find-spans.ts'
import { restatesSelection, tellsHowItFailed } from './restates-selection.ts'

export interface SpanComparisonQuery extends SpanSearch {
  /** The spans of the search to compare with its others; `undefined` for all. */
  readonly selection: SearchExpression | undefined
}

export interface SpanComparison {
  /** Spans that were read. */
  readonly selected: number
  readonly others: number
  /** 1 if all spans were read; else one trace in so many. */
  readonly oneIn: number
  /**
   * First those with values that are many times as frequent in the selection, and in much of it; without differences that chance
   * explains. Last are those that restate the selection, that only number processes, or in which the selection lacks the key and has
   * nothing more often.
   */
  readonly keys: readonly KeyComparison[]
  /** Of spans that were selected because they failed: how, such as `@error.type` and `status`, if not all alike. None of `keys`. */
  readonly failures: readonly KeyComparison[]
}

/** How the values of one key differ. */
export interface KeyComparison {
  /** A key of the search language: `service`, `@http.request.method`, `resource.host.name`. */
  readonly key: string
  /** Other keys of which the selection has more of values with the same shares only: mostly the same fact under another name. */
  readonly also: readonly string[]
  /** How much the values that the selection has more of tell of it: its part of the Kullback–Leibler divergence. Never more than that of an earlier key; 0 of those at the end. */
  readonly score: number
  /** Those that the selection has more of, then the others, both with the greatest difference of shares first. */
  readonly values: readonly ValueComparison[]
}

export interface ValueComparison {
  /** '' for spans without the key. */
  readonly value: string
  /** The service of a release, or two: `shop and shop-browser`; else ''. */
  readonly ofService: string
  /** Of the selected spans, 0 to 1. */
  readonly selected: number
  /** Of the other spans, 0 to 1. */
  readonly others: number
  /** The difference of the shares less two standard errors; 0 if chance may explain it. */
  readonly score: number
}

const MAX_KEYS = 9
const MAX_FAILURE_KEYS = 2
const MAX_VALUES = 6

/**
 * Compares the selected spans of a search with its others: the attributes that differ most.
 *
 * @throws {StoreError} Any kind.
 */
export async function compareSpans(
  store: Store,
  { search, selection, range, hidden = [] }: SpanComparisonQuery,
  signal?: AbortSignal,
): Promise<SpanComparison> {
  const sample = await chooseSpanSample(store, { search, range, hidden, most: COMPARISON_SAMPLE_ABOVE_SPANS }, signal)
  const params = { fromNs: range.from, toNs: range.to, hidden, ...sample, values: MAX_VALUES, limit: 50_000 }
  const statement = { name: 'compare-spans', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, bind => ({
    search: writeSpanConditions(search, { range, bind }),
    selection: writeSpanConditions(selection, { range, bind }),
    sample: writeSampleCondition(sample),
  }))
  const rows = await store.query(bound, signal)
  const { '': [all] = [], ...byKey } = Object.groupBy(rows, ({ key }) => key)
  const totals = { selected: all?.selected ?? 0, others: all?.others ?? 0 }
  if (totals.selected === 0 || totals.others === 0) return { ...totals, oneIn: all?.oneIn ?? 1, keys: [], failures: [] }
  const keys = Object.entries(byKey)
    .map(([key, of = []]) => ({ key, values: compareValues(of, totals) }))
    .filter(({ values }) => scoreOf(values) > 0)
    .toSorted(
      (a, b) =>
        divergenceOf(b.values) - divergenceOf(a.values) ||
        scoreOf(b.values) - scoreOf(a.values) ||
        rankOf(a.key) - rankOf(b.key) ||
        compareText(a, b),
    )
  const isTelling = ({ key, values }: (typeof keys)[number]) =>
    !restatesSelection(key, selection) && !OF_PROCESSES.test(key) && values.some(isValueTelling)
  const isFailure = ({ key, values }: (typeof keys)[number]) =>
    tellsHowItFailed(key, selection) && values.filter(of => of.value !== '' && isMoreFrequent(of)).length > 1
  const { failures = [], others = [] } = Object.groupBy(keys, of => (isFailure(of) ? 'failures' : 'others'))
  const fold = (of: readonly ComparedKey[]) => foldRestated(mergeEqual(of), totals)
  const last = fold(others.filter(of => !isTelling(of))).map(of => ({ ...of, score: 0 }))
  return {
    ...totals,
    oneIn: all?.oneIn ?? 1,
    keys: [...fold(others.filter(isTelling)), ...last].slice(0, MAX_KEYS),
    failures: fold(failures.map(onlySelected))
      .slice(0, MAX_FAILURE_KEYS)
      .map(of => ({ ...of, score: 0 })),
  }
}

/** They differ between services, and say no more than their names do. */
const OF_PROCESSES = /^resource\.(?:telemetry\.|process\.(?:parent_)?pid$)/

/** Of values that some spans have. Rounded, because the sums of equal keys differ by the order of their values. */
const divergenceOf = (values: readonly KeyedValue[]) =>
  Math.round(1e9 * values.reduce((sum, { value, divergence }) => sum + (value === '' ? 0 : divergence), 0))

/** Whether the selection has more of it, or so much less that the key being rarer does not explain it. */
const isValueTelling = (of: KeyedValue) =>
  of.value !== '' && of.score > 0 && (of.selected > of.others || of.scoreInKey > 0)

/** Of equal keys the one that every sender has is named: a field, else an attribute of the span. */
const rankOf = (key: string) => (key.startsWith('resource.') ? 2 : key.startsWith('@') ? 1 : 0)

const compareText = (a: { readonly key: string }, b: { readonly key: string }) => (a.key < b.key ? -1 : 1)

/** Merges keys whose values have the same shares, in the place of the first. */
function mergeEqual(keys: readonly ComparedKey[]): KeyComparison[] {
  const sharesOf = ({ values }: ComparedKey) =>
    values
      .map(({ selected, others }) => `${selected} ${others}`)
      .toSorted()
      .join()
  return [...Map.groupBy(keys, sharesOf).values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [
          {
            key: first.key,
            also: rest.map(({ key }) => key),
            score: divergenceOf(first.values) / 1e9,
            values: first.values.map(({ value, ofService, selected, others, score }) => ({
              value,
              ofService,
              selected,
              others,
              score,
            })),
          },
        ],
  )
}

/** Of what a key tells, the part that an earlier one may lack into which it is merged. */
const MAX_OWN_PART = 0.25

/**
 * Merges a key into an earlier one that has the values which the selection has more of, or most of what they tell, such as a route into
 * the names of its spans.
 */
function foldRestated(keys: readonly KeyComparison[], totals: Totals): KeyComparison[] {
  const kept: KeyComparison[] = []
  for (const of of keys) {
    const telling = of.values.filter(value => value.value !== '' && isMoreFrequent(value))
    const sum = (values: readonly ValueComparison[]) =>
      values.reduce((all, value) => all + divergenceOfValue(value, totals), 0)
    const hasMost = ({ values }: KeyComparison) => {
      const own = telling.filter(
        ({ selected, others }) =>
          !values.some(one => one.value !== '' && one.selected === selected && one.others === others),
      )
      return own.length === 0 || (own.length < telling.length && sum(own) <= MAX_OWN_PART * sum(telling))
    }
    const at = telling.length === 0 ? -1 : kept.findIndex(hasMost)
    const same = kept[at]
    if (same === undefined) kept.push(of)
    else kept[at] = { ...same, also: [...same.also, of.key, ...of.also] }
  }
  return kept
}

interface ComparedKey {
  readonly key: string
  readonly values: readonly KeyedValue[]
}

interface KeyedValue extends ValueComparison {
  /** As the score, of the spans that have the key. */
  readonly scoreInKey: number
  /** How much it tells of the selection: its part of the Kullback–Leibler divergence, 0 if the selection does not have more of it. */
  readonly divergence: number
}

interface Totals {
  readonly selected: number
  readonly others: number
}

/** How spans failed is told by what they have, not by what the others lack. */
const onlySelected = ({ key, values }: ComparedKey) => ({ key, values: values.filter(({ selected }) => selected > 0) })

const scoreOf = (values: readonly ValueComparison[]) => Math.max(0, ...values.map(({ score }) => score))

/** Whether the selection has more of it than the others, beyond chance. */
const isMoreFrequent = ({ selected, others, score }: ValueComparison) => score > 0 && selected > others

function compareValues(rows: readonly z.infer<typeof row>[], totals: Totals): KeyedValue[] {
  const [first] = rows
  const withKey = { selected: first?.keySelected ?? 0, others: first?.keyOthers ?? 0 }
  const without = {
    value: '',
    ofService: '',
    selected: totals.selected - withKey.selected,
    others: totals.others - withKey.others,
  }
  const all = without.selected + without.others > 0 ? [...rows, without] : rows
  return all
    .map(({ value, ofService, selected, others }) => ({
      ofService,
      ...compareValue(value, { selected, others }, totals),
      scoreInKey: compareValue(value, { selected, others }, withKey).score,
    }))
    .map(of => ({ ...of, divergence: isMoreFrequent(of) ? divergenceOfValue(of, totals) : 0 }))
    .toSorted((a, b) => weightOf(b) - weightOf(a) || b.selected - a.selected)
    .slice(0, MAX_VALUES)
    .toSorted((a, b) => Number(isMoreFrequent(b)) - Number(isMoreFrequent(a)) || differenceOf(b) - differenceOf(a))
}

const differenceOf = ({ selected, others }: ValueComparison) => Math.abs(selected - others)

/** Both shares with one success and one failure added: a value that the others lack is not infinitely telling. */
function divergenceOfValue({ selected, others }: ValueComparison, totals: Totals): number {
  const smooth = (share: number, total: number) => (share * total + 1) / (total + 2)
  const [p, q] = [smooth(selected, totals.selected), smooth(others, totals.others)]
  return p * Math.log(p / q) - p + q
}

function compareValue(value: string, counts: Totals, totals: Totals): Omit<ValueComparison, 'ofService'> {
  const selected = shareOf(counts.selected, totals.selected)
  const others = shareOf(counts.others, totals.others)
  const error = Math.hypot(standardError(counts.selected, totals.selected), standardError(counts.others, totals.others))
  return { value, selected, others, score: Math.max(0, Math.abs(selected - others) - 2 * error) }
}

/** The score; for differences that chance explains, a small part of the difference. Rounded, because two values of a key differ equally. */
const weightOf = ({ score, selected, others }: ValueComparison) =>
  Math.round(1e9 * score) || Math.abs(selected - others)

const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

/** Standard error of a share after Agresti and Coull: one success and one failure are added, so that 0 of 3 is not certain. */
function standardError(part: number, whole: number): number {
  const share = (part + 1) / (whole + 2)
  return Math.sqrt((share * (1 - share)) / (whole + 2))
}

const row = z.object({
  key: z.string(),
  value: z.string(),
  ofService: z.string(),
  selected: countColumn,
  others: countColumn,
  keySelected: countColumn,
  keyOthers: countColumn,
  oneIn: countColumn,
})
