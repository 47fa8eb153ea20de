import { z } from 'zod'
import type { Store } from '../store.ts'
import { count } from '../units.ts'
import type { HeldRule } from './grouping-rule.ts'
import sql from './list-ruled-issues.sql?raw'
import { messagePattern } from './merges.ts'

/** So many of all rules: each is named in every question about issues. */
export const MOST_RULED_ISSUES = 4_000

/**
 * Lists the issues of which rules take exceptions, as long as these are kept.
 *
 * @returns By the issue that a rule makes, at most 4,000 together; nothing where there are no rules.
 * @throws {StoreError} Any kind.
 */
export async function listRuledIssues(
  store: Store,
  { rules }: { rules: readonly HeldRule[] },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (rules.length === 0) return new Map()
  const params = {
    services: rules.map(({ rule }) => rule.service),
    types: rules.map(({ rule }) => rule.type),
    routes: rules.map(({ rule }) => rule.route),
    patterns: rules.map(({ rule }) => `(?s)${messagePattern(rule.words)}`),
    limit: MOST_RULED_ISSUES,
  }
  const rows = await store.ask({ name: 'list-ruled-issues', sql, params, decode: row.parse }, signal)
  const byRule = Map.groupBy(rows, ({ nth }) => nth)
  return new Map(rules.map(({ issue }, place) => [issue, (byRule.get(place + 1) ?? []).map(one => one.issue)]))
}

const row = z.object({ issue: z.string(), nth: count })
