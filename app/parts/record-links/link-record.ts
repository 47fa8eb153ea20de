import { sessionName } from '../../format/session-name.ts'
import { sessionPath, userPath } from '../../url/page-paths.ts'
import { tracePath } from '../../url/trace-view.ts'
import type { ScopedPath } from './record-links.tsx'

interface LinkedRecord {
  readonly traceId: string
  readonly spanId: string
  readonly service: string
  readonly sessionId: string
  /** user.id */
  readonly user: string
}

/**
 * Where a row of a list leads besides its record: to its trace, and to its user or else its session; each if it has one.
 *
 * @param traceText where not only `Trace`
 */
export function linkRecord(
  { traceId, spanId, service, sessionId, user }: LinkedRecord,
  traceText = 'Trace',
): readonly ScopedPath[] {
  return [
    ...(traceId === '' ? [] : [{ text: traceText, to: tracePath({ traceId, spanId, service }) }]),
    ...(user !== ''
      ? [{ text: user, to: userPath(user) }]
      : sessionId !== ''
        ? [{ text: sessionName(sessionId), to: sessionPath(sessionId) }]
        : []),
  ]
}
