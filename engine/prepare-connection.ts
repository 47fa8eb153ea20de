import type { Connection } from './chdb.ts'
import { EngineError } from './error-reply.ts'
import type { EngineRequest } from './http-request.ts'
import { quoteName, quoteString } from './sql-text.ts'

/** What a request may use at most, whatever its settings say. */
export interface StatementLimits {
  /** Bytes of memory of one statement. */
  readonly maxMemoryBytes: number
}

/**
 * Gives a new connection the request's database, settings and parameters, then what the engine insists on.
 * `readonly` comes last: after it nothing can be changed any more, not by the statement either.
 *
 * @param tag By which the statement can be found in system.processes.
 * @throws {EngineError} For a name that is none; the engine itself refuses unknown settings (115) and databases (81).
 */
export async function prepareConnection(
  connection: Connection,
  {
    request,
    mayWrite,
    tag,
    limits,
  }: { request: EngineRequest; mayWrite: boolean; tag: string; limits: StatementLimits },
): Promise<void> {
  if (request.database !== '') await connection.run(`USE ${quoteName(request.database)}`)

  const changes: string[] = [`max_memory_usage = ${limits.maxMemoryBytes}`]
  for (const [name, value] of request.settings) {
    if (name === 'max_memory_usage' && !(Number(value) > 0 && Number(value) < limits.maxMemoryBytes)) continue
    changes.push(`${settingName(name)} = ${quoteString(value)}`)
  }
  for (const [name, value] of request.params) changes.push(`param_${settingName(name)} = ${quoteString(value)}`)
  changes.push('async_insert = 0', 'implicit_select = 0', `log_comment = ${quoteString(tag)}`)
  if (!mayWrite) changes.push('readonly = 1')
  await connection.run(`SET ${changes.join(', ')}`)
}

function settingName(name: string): string {
  if (/^\w+$/.test(name)) return name
  throw new EngineError(115, 'UNKNOWN_SETTING', `Neither a setting nor a parameter: '${name}'`)
}
