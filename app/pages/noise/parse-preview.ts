import {
  type DropCondition,
  type DropConditionContext,
  parseCondition,
} from '../../../store/drop-preview/parse-condition.ts'
import type { DropRuleCondition } from '../../data/drop-rules.ts'
import type { InvalidFilter } from '../../url/codec.ts'

/** A condition of a rule in the form. */
export interface PreviewCondition extends DropRuleCondition {
  /** Its URL parameter, such as `trace2`. */
  readonly param: string
  /** The previewed condition: what was typed, else the active one. */
  readonly previewed: string
  readonly isEdited: boolean
}

export interface ParsedPreview {
  readonly conditions: readonly PreviewCondition[]
  /** Errors of invalid conditions. */
  readonly filterErrors: readonly InvalidFilter[]
  /** The valid conditions, by context. */
  readonly parsed: ReadonlyMap<DropConditionContext, readonly DropCondition[]>
  /** True if the URL has a condition. */
  readonly isAsked: boolean
}

/** Reads which conditions of a rule to preview. A URL without any means the active ones. */
export function parsePreview(conditions: readonly DropRuleCondition[], params: URLSearchParams): ParsedPreview {
  const filterErrors: InvalidFilter[] = []
  const parsed = new Map<DropConditionContext, DropCondition[]>()
  const previewed = conditions.map((condition): PreviewCondition => {
    const { list, number, text } = condition
    const param = `${list === 'log_conditions' ? 'log' : 'trace'}${number}`
    // A text area sends CRLF line ends.
    const typed = params.get(param)?.replaceAll('\r\n', '\n').trim() || text
    const read = parseCondition(typed)
    const context = 'fault' in read ? undefined : (read.context ?? (list === 'log_conditions' ? 'log' : 'span'))
    if ('fault' in read) {
      filterErrors.push({
        param,
        input: typed,
        message: `${read.fault} At character ${read.at + 1}: ${excerptAt(typed, read.at)}`,
      })
    } else if (context !== undefined && (context === 'log') !== (list === 'log_conditions')) {
      filterErrors.push({ param, input: typed, message: `${context} cannot be used in ${list}.` })
    } else if (context !== undefined) {
      parsed.set(context, [...(parsed.get(context) ?? []), read.condition])
    }
    return { ...condition, param, previewed: typed, isEdited: typed !== text }
  })
  return { conditions: previewed, filterErrors, parsed, isAsked: previewed.some(({ param }) => params.has(param)) }
}

const EXCERPT_CHARS = 16

function excerptAt(text: string, at: number): string {
  const rest = text.slice(at, at + EXCERPT_CHARS)
  return rest === '' ? 'its end.' : `${rest}${text.length > at + EXCERPT_CHARS ? '…' : ''}`
}
