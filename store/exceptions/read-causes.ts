import { z } from 'zod'
import { parseJson } from '../parse-json.ts'

export interface ExceptionCause {
  readonly type: string
  readonly message: string
  readonly stacktrace: string
}

export interface ReportedCauses {
  /** Outermost first; empty if the sender reported none. */
  readonly causes: readonly ExceptionCause[]
  /** True if the list was too large to be stored whole; `causes` then has those that are whole. */
  readonly causesAreCut: boolean
}

/** Reads a JSON list. Any sender may have written it: what is none counts as no causes. */
export function readCauses(json: string): ReportedCauses {
  const parsed = parseJson(json)
  const causesAreCut = parsed === undefined && json.startsWith('[')
  const causes = list.safeParse(causesAreCut ? parseJson(cutToWhole(json)) : parsed)
  return { causes: causes.data ?? [], causesAreCut }
}

const list = z.array(
  z.object({ type: z.string().catch(''), message: z.string().catch(''), stacktrace: z.string().catch('') }),
)

/** The list up to the end of its last whole item. */
function cutToWhole(json: string): string {
  let depth = 0
  let end = 1
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.?)*(?:"|$)|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') {
      depth--
      if (depth === 1) end = index + 1
    }
  }
  return `${json.slice(0, end)}]`
}
