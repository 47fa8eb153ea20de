import type { BindParameter } from '../../search/bind.ts'
import type { DropCondition, DropConditionValue } from './parse-condition.ts'

/** SQL expressions for what conditions refer to. They come from the query, never from user input. */
export interface ConditionColumns {
  /** Maps of strings. */
  readonly item: string
  readonly resource: string
  readonly name: string
  readonly kind: string
}

/**
 * Translates conditions to SQL. All user input becomes parameter values: the SQL consists of fragments of this file,
 * the columns and numbered parameter names. parse-condition.test.ts checks that conditions which differ only in their
 * texts have the same SQL.
 *
 * @returns An expression that is 1 if any of the conditions holds.
 */
export function translateConditions(
  conditions: readonly DropCondition[],
  columns: ConditionColumns,
  bind: BindParameter,
): string {
  return writeCondition({ is: 'any', of: conditions }, columns, bind)
}

function writeCondition(condition: DropCondition, columns: ConditionColumns, bind: BindParameter): string {
  switch (condition.is) {
    case 'any':
      return condition.of.length === 0
        ? '0'
        : `(${condition.of.map(one => writeCondition(one, columns, bind)).join(' OR ')})`
    case 'all':
      return `(${condition.of.map(one => writeCondition(one, columns, bind)).join(' AND ')})`
    case 'not':
      return `NOT ${writeCondition(condition.of, columns, bind)}`
    case 'constant':
      return condition.value ? '1' : '0'
    case 'match':
      return `(${writeExistenceTest(condition.value, columns, bind)} AND match(${writeValue(condition.value, columns, bind)}, ${bind(toRe2Pattern(condition.pattern), 'String')}))`
    case 'equal':
      if (condition.to === undefined) return `NOT ${writeExistenceTest(condition.value, columns, bind)}`
      return `(${writeExistenceTest(condition.value, columns, bind)} AND ${writeValue(condition.value, columns, bind)} = ${bind(condition.to, 'String')})`
  }
}

/** In RE2 of ClickHouse "." matches a newline by default; in Go it does not. */
const toRe2Pattern = (pattern: string) => `(?-s)${pattern}`

function writeExistenceTest(value: DropConditionValue, columns: ConditionColumns, bind: BindParameter): string {
  switch (value.is) {
    case 'attribute':
      return `mapContains(${columns[value.of]}, ${bind(value.key, 'String')})`
    case 'coalesce':
      return `(${value.of.map(one => writeExistenceTest(one, columns, bind)).join(' OR ')})`
    default:
      return '1'
  }
}

function writeValue(value: DropConditionValue, columns: ConditionColumns, bind: BindParameter): string {
  switch (value.is) {
    case 'attribute':
      return `${columns[value.of]}[${bind(value.key, 'String')}]`
    case 'coalesce':
      return `multiIf(${value.of.map(one => `${writeExistenceTest(one, columns, bind)}, ${writeValue(one, columns, bind)}`).join(', ')}, '')`
    default:
      return columns[value.is]
  }
}
