import type { Connection, Database } from './chdb.ts'
import { type Preparing, prepareConnection, sessionOf, setParams } from './prepare-connection.ts'
import { newTag } from './running-statement.ts'

/** A connection that a request's statements may run on. */
interface Prepared {
  readonly connection: Connection
  /** By which a statement on it can be found in system.processes. */
  readonly tag: string
}

export interface Connections {
  /**
   * Gives a connection as a request wants it, and takes it back when the work on it has settled. To make one takes as long as an
   * empty question, so those of the desk are kept for its questions to come: for one of the same settings, database and names of parameters,
   * whose values are all set anew, so nothing leaks from one to the next. `readonly`, which was set last, lets no statement change more.
   *
   * @param given.signal Ends the statement; what was killed is not kept, for the kill may come late.
   * @throws {EngineError} As prepareConnection.
   */
  use<T>(given: Preparing & { readonly signal: AbortSignal }, work: (prepared: Prepared) => Promise<T>): Promise<T>
  /** Closes those that are kept, and keeps none any more. */
  close(): void
}

/** Of 0.2 MB each. */
export const MOST_KEPT = 64

export function createConnections(database: Database): Connections {
  /** The last one was used last. */
  const kept: (Prepared & { readonly session: string })[] = []
  let most = MOST_KEPT

  const take = (session: string) => {
    const at = kept.findLastIndex(one => one.session === session)
    return at < 0 ? undefined : kept.splice(at, 1)[0]
  }
  const keep = (prepared: Prepared, session: string) => {
    kept.push({ ...prepared, session })
    while (kept.length > most) kept.shift()?.connection.close()
  }
  return {
    async use(given, work) {
      const session = given.user === 'desk' ? sessionOf(given) : undefined
      const found = session === undefined ? undefined : take(session)
      const prepared = found ?? { connection: database.connect(), tag: newTag() }
      let isDone = false
      try {
        await (found === undefined ? prepareConnection(prepared, given) : setParams(found.connection, given.request))
        const result = await work(prepared)
        isDone = !given.signal.aborted
        return result
      } finally {
        if (isDone && session !== undefined) keep(prepared, session)
        else prepared.connection.close()
      }
    },
    close() {
      most = 0
      for (const { connection } of kept.splice(0)) connection.close()
    },
  }
}
