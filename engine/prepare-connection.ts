import type { Connection } from './chdb.ts'
import { EngineError } from './error-reply.ts'
import type { EngineRequest } from './http-request.ts'
import { KEPT_FROM_SPILLING_BYTES, type Share } from './limits.ts'
import { judgeSettings } from './reader/settings.ts'
import { isServerDatabase } from './reader/tables.ts'
import { READER_ROLE } from './rights.ts'
import { quoteName, quoteString } from './sql-text.ts'
import type { User } from './users.ts'

/** Whose statement runs, and as the request wants it. */
export interface Preparing {
  readonly request: EngineRequest
  readonly user: User
  readonly mayWrite: boolean
  readonly share: Share
}

/**
 * Gives a new connection the request's database, settings and parameters, then what the engine insists on.
 * `readonly` comes last: after it nothing but parameters can be changed any more, not by the statement either.
 *
 * @param prepared.tag By which the statement can be found in system.processes.
 * @throws {EngineError} For a name that is none, and for a setting or a database that the user may not use; the engine itself
 *   refuses unknown settings (115) and databases (81).
 */
export async function prepareConnection(
  { connection, tag }: { connection: Connection; tag: string },
  { request, user, mayWrite, share }: Preparing,
): Promise<void> {
  if (user !== 'writer') {
    judgeSettings(request.settings.keys())
    if (isServerDatabase(request.database)) {
      throw new EngineError(
        497,
        'ACCESS_DENIED',
        `Not enough privileges: write the tables of ${request.database} with its name`,
      )
    }
    await connection.run(`SET ROLE ${READER_ROLE}`)
  }
  if (request.database !== '') await connection.run(`USE ${quoteName(request.database)}`)

  const changes = [...boundedSettings(request, user, share), ...paramsOf(request)]
  changes.push('async_insert = 0', 'implicit_select = 0', `log_comment = ${quoteString(tag)}`)
  if (!mayWrite) changes.push('readonly = 1')
  await connection.run(`SET ${changes.join(', ')}`)
}

/** Sets the parameters of a request on a connection that was prepared for one of the same session. */
export async function setParams(connection: Connection, request: EngineRequest): Promise<void> {
  if (request.params.size > 0) await connection.run(`SET ${paramsOf(request).join(', ')}`)
}

/** All that a prepared connection depends on but its tag and the values of its parameters. */
export const sessionOf = ({ request, user, mayWrite, share }: Preparing) =>
  JSON.stringify([
    user,
    mayWrite,
    request.database,
    boundedSettings(request, user, share),
    [...request.params.keys()].sort(),
  ])

const paramsOf = ({ params }: EngineRequest) =>
  [...params].map(([name, value]) => `param_${settingName(name)} = ${quoteString(value)}`)

/**
 * The request's settings, and the share of its user where it asks for more. A question of the desk that gives way to its others keeps half of the
 * processors busy, and waits for these a tenth of a second a block, not for ever.
 */
function boundedSettings({ settings, wantsBlockInfo }: EngineRequest, user: User, share: Share): string[] {
  const givesWay = user === 'desk' && Number(settings.get('priority')) > 1
  const most: [string, number][] = [
    ['max_memory_usage', share.maxMemoryBytes],
    ['max_threads', givesWay ? Math.max(1, Math.floor(share.maxThreads / 2)) : share.maxThreads],
    ['max_temporary_data_on_disk_size_for_query', share.maxSpillBytes],
  ]
  const asked = ([name, bound]: [string, number]) => {
    const value = Number(settings.get(name))
    return `${name} = ${value > 0 && value < bound ? value : bound}`
  }
  const bounds = new Map(most)
  const changes = most.map(asked)
  for (const [name, value] of settings) {
    // Nobody but the desk says what comes first.
    if (bounds.has(name) || (name === 'priority' && user === 'reader')) continue
    changes.push(`${settingName(name)} = ${quoteString(value)}`)
  }
  changes.push(`min_free_disk_space_for_temporary_data = ${KEPT_FROM_SPILLING_BYTES}`)
  if (user === 'writer') return changes
  if (givesWay) changes.push('low_priority_query_wait_time_ms = 100')
  // Of all statements a reader's is the first to give way when memory or processors run short.
  if (user === 'reader') changes.push('memory_overcommit_ratio_denominator = 1')
  // Such an answer is made in memory and not streamed.
  if (wantsBlockInfo) changes.push(`max_result_bytes = ${MAX_WHOLE_BYTES}`)
  return changes
}

/** Bytes of an answer that cannot be streamed. */
const MAX_WHOLE_BYTES = 64 * 1_048_576

function settingName(name: string): string {
  if (/^\w+$/.test(name)) return name
  throw new EngineError(115, 'UNKNOWN_SETTING', `Neither a setting nor a parameter: '${name}'`)
}
