import { readFileSync } from 'node:fs'
import { isScalar, isSeq, parseDocument, type Scalar } from 'yaml'

/** The drop rules of a Collector configuration, in the order of their marks; or why they cannot be shown, in a sentence. */
export type ConditionsByDropRule = { readonly rules: readonly DropRule[] } | { readonly fault: string }

export interface DropRule {
  /** The name of its filter, without `filter/`. */
  readonly rule: string
  readonly conditions: readonly DropRuleCondition[]
}

export interface DropRuleCondition {
  /** The list of the filter that has it. */
  readonly list: 'log_conditions' | 'trace_conditions'
  /** Position in that list, from 1, as in drop counts. */
  readonly number: number
  /** In the OpenTelemetry Transformation Language, as the Collector reads it. */
  readonly text: string
}

const LISTS = ['log_conditions', 'trace_conditions'] as const

/** Reads the drop rules. @param file Absolute path of the Collector configuration. */
export function readConfiguredDropRules(file: string): ConditionsByDropRule {
  try {
    return parseDropRules(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { fault: `${file} cannot be read: ${error.message}` }
  }
}

/** @param yaml a Collector's configuration */
export function parseDropRules(yaml: string): ConditionsByDropRule {
  const document = parseDocument(yaml)
  const [error] = document.errors
  if (error !== undefined) return { fault: `The Collector configuration is not valid YAML: ${error.message}` }
  const marked = new Set(
    [...yaml.matchAll(/\["errata\.noise\.rule"\], "([^"/]+)\/\d+"\)/g)].map(([, rule = '']) => rule),
  )
  const rules = [...marked].map(rule => ({
    rule,
    conditions: LISTS.flatMap(list => {
      const items = document.getIn(['processors', `filter/${rule}`, list])
      const scalars = isSeq(items) ? items.items.filter((item): item is Scalar<string> => isText(item)) : []
      return scalars.map((item, i) => ({
        list,
        number: i + 1,
        // In the Collector's configuration "$" starts a variable, and "$$" is "$".
        text: item.value.replaceAll('$$', '$'),
      }))
    }),
  }))
  return { rules }
}

const isText = (item: unknown) => isScalar(item) && typeof item.value === 'string'
