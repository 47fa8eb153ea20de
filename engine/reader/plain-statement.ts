import { EngineError } from '../error-reply.ts'
import { isForbiddenTable } from './tables.ts'

/**
 * SHOW and EXISTS keep conditions out of the tree that EXPLAIN AST prints, so they are let through in the forms that have none:
 * words, names and one plain pattern, which no two parsers can read in different ways.
 */
const NAME = '(?:\\w+|`[^`\\\\]+`|"[^"\\\\]+")'
const FORMS = [
  `SHOW\\s+DATABASES(?:\\s+(?:NOT\\s+)?I?LIKE\\s+'[^'\\\\]*')?`,
  `SHOW\\s+(?:FULL\\s+)?TABLES(?:\\s+(?:FROM|IN)\\s+${NAME})?(?:\\s+(?:NOT\\s+)?I?LIKE\\s+'[^'\\\\]*')?`,
  `SHOW\\s+CREATE\\s+(?:TABLE\\s+|VIEW\\s+)?(?<shown>${NAME}(?:\\.${NAME})?)`,
  `EXISTS\\s+(?:TABLE\\s+|VIEW\\s+|DATABASE\\s+)?${NAME}(?:\\.${NAME})?`,
].map(form => new RegExp(`^\\s*${form}(?:\\s+FORMAT\\s+\\w+)?\\s*;?\\s*$`, 'i'))

/**
 * @returns false for anything but a plain SHOW or EXISTS.
 * @throws {EngineError} 497 for a table that may not be looked at.
 */
export function judgePlainStatement(sql: string): boolean {
  const match = FORMS.map(form => form.exec(sql)).find(found => found !== null)
  const shown = match?.groups?.['shown']?.replaceAll(/[`"]/g, '') ?? ''
  if (isForbiddenTable(shown)) {
    throw new EngineError(497, 'ACCESS_DENIED', `Not enough privileges: ${shown} tells of the server itself`)
  }
  return match !== undefined
}
