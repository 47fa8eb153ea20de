import type { EngineRequest } from './http-request.ts'
import { judgeSettings } from './reader/settings.ts'

/** What people state of issues: columns of nothing but words, rows of nothing but values. */
const STATEMENTS = /^\s*INSERT INTO (?:\w+\.)?`?issue_statements`? ?\([\w`, ]+\)\s*FORMAT JSONEachRow\s*$/

/**
 * The one thing that the desk may write. It is told by its whole text, so that nothing else of SQL comes with it, and runs without settings of
 * the client's own.
 *
 * @returns undefined for any other insert.
 */
export function deskInsert(request: EngineRequest, sql: string): EngineRequest | undefined {
  if (request.method !== 'POST' || !STATEMENTS.test(sql)) return undefined
  judgeSettings(request.settings.keys())
  return { ...request, settings: new Map() }
}
