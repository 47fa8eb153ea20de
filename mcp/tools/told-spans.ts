import type { AnswerOf } from '../../app/api/operation-types.ts'
import { fromSender, type JsonObject, type ToldFields } from '../answer/sources.ts'

export type ToldSpan = AnswerOf<'getExceptionContext'>['trace'] extends infer Trace
  ? NonNullable<Trace> extends { readonly spans: readonly (infer Span)[] }
    ? Span
    : never
  : never

/** Tells of a span in a list. */
export function tellSpan(span: ToldSpan, more: ToldFields = {}): ToldFields {
  const { code } = span
  return {
    span: span.id,
    duration_ms: span.duration_ms,
    ...(span.failed && { failed: true }),
    ...more,
    service: span.service,
    name: span.name,
    detail: span.detail === span.name ? '' : span.detail,
    status_message: span.status_message,
    ...(code !== null && { code: [code.function, code.file, code.line].filter(Boolean).join(' ') }),
  }
}

/** Rows in order, those beside one another that have one source under one name. */
export function bySource<Row>(
  rows: readonly Row[],
  { isBrowser, tell, maxChars }: { isBrowser(row: Row): boolean; tell(row: Row): ToldFields; maxChars: number },
): JsonObject[] {
  const runs: { readonly ofBrowser: boolean; readonly rows: ToldFields[] }[] = []
  for (const row of rows) {
    const ofBrowser = isBrowser(row)
    const last = runs.at(-1)
    if (last?.ofBrowser === ofBrowser) last.rows.push(tell(row))
    else runs.push({ ofBrowser, rows: [tell(row)] })
  }
  return runs.map(run => fromSender(run.ofBrowser, { rows: run.rows }, maxChars))
}

/**
 * The failed spans below which none failed: where failures began. Nearest to the given one first.
 *
 * @param below the span under which they are looked for; all of them if it is not there
 */
export function failingLeaves(spans: readonly ToldSpan[], below: string): ToldSpan[] {
  const parents = new Map(spans.map(span => [span.id, span.parent_id]))
  const isBelow = (id: string) => {
    for (let [at, steps]: [string | undefined, number] = [id, 0]; at !== undefined && steps < 1_000; steps++) {
      if (at === below) return true
      at = parents.get(at)
    }
    return false
  }
  const failed = spans.filter(({ failed }) => failed)
  const withFailedChild = new Set(failed.map(({ parent_id: parent }) => parent))
  const leaves = failed.filter(({ id }) => !withFailedChild.has(id))
  const near = leaves.filter(({ id }) => isBelow(id))
  return near.length > 0 ? near : leaves
}
