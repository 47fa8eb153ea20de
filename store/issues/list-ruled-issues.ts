import { z } from 'zod'
import { type BindParameter, bindExpressions } from '../../search/bind.ts'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { ActiveRule, GroupingRule } from './grouping-rule.ts'
import sql from './list-ruled-issues.sql?raw'
import { readByIssue } from './read-by-issue.ts'

const PAGE_ROWS = 10_000

/**
 * Lists the stored issues that rules match, by their latest exception, while that is kept. The first matching rule
 * wins.
 *
 * @param options.pageRows Reads so many at once, at least 2. @default 10,000
 * @returns The rule's issue, by each issue that it matches.
 * @throws {StoreError} Any kind.
 */
export async function listRuledIssues(
  store: Store,
  { rules, pageRows = PAGE_ROWS }: { rules: readonly ActiveRule[]; pageRows?: number },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (rules.length === 0) return new Map()
  const params = {
    services: rules.map(({ rule }) => rule.service),
    types: rules.map(({ rule }) => rule.type),
    routes: rules.map(({ rule }) => rule.route),
    patterns: rules.map(({ rule }) => messagePattern(rule.words)),
    limit: pageRows,
  }
  const rows = await readByIssue(pageRows, afterIssue => {
    const statement = { name: 'list-ruled-issues', sql, params: { ...params, afterIssue }, decode: row.parse }
    const bound = bindExpressions(statement, bind => ({
      conditions: rules.map(({ rule }) => writeRule(rule, bind)).join(' OR '),
    }))
    return store.query(bound, signal)
  })
  return new Map(rows.map(({ issue, position }) => [issue, rules[position - 1]?.issue ?? '']))
}

/** Writes which rule a row fits. With constants a year of issues is read in a tenth of the time that patterns of an array take. */
function writeRule({ service, type, route, words }: GroupingRule, bind: BindParameter): string {
  const conditions = [
    service !== '' && `ServiceName = ${bind(service, 'String')}`,
    type !== '' && `Latest.2 = ${bind(type, 'String')}`,
    route !== '' && `Latest.4 = ${bind(route, 'String')}`,
    words !== '' && `match(Latest.3, ${bind(messagePattern(words), 'String')})`,
  ].filter(condition => condition !== false)
  return conditions.length === 0 ? '1' : `(${conditions.join(' AND ')})`
}

/** Matches a message with these words in this order; '' for any. */
const messagePattern = (words: string) => `(?s)${words === '' ? '' : words.split(' ').map(quote).join('.*')}`

const quote = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, char => `\\x{${char.codePointAt(0)?.toString(16)}}`)

const row = z.object({ issue: z.string(), position: countColumn })
